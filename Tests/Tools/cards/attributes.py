"""What the court figures hold: each stands upright about x = 0, the hand at y = 0, its tip not above y = -122."""

from svg import AMBER, CREAM, GOLD, INK, NAVY, NIGHT, RED, STEEL, WINE, circle, element, group, path, use

LINE = dict(stroke=INK, width=2, stroke_linejoin="round")


def staff(top, fill=AMBER, half=3, bottom=24):
    return path(f"M-{half} {top}H{half}V{bottom}H-{half}Z", fill=fill, **LINE)


def sword():
    return (
        path("M0-122L7-108V-36H-7V-108Z", fill="#e9eef5", **LINE)
        + path("M0-120V-38", stroke=INK, width=1.2) + path("M1-112L6-106V-37H1Z", fill=STEEL)
        + path("M-22-37Q-24-29-17-28H17Q24-29 22-37Q12-33 0-37Q-12-33-22-37Z", fill=GOLD, **LINE)
        + path("M-4-28H4V10H-4Z", fill=NAVY, **LINE) + circle(0, -32, 3, NAVY)
    )


def heart_sceptre():
    return (
        staff(-82, GOLD) + path("M-9-76H9L6-66H-6Z", fill=GOLD, **LINE)
        + path("M-24-96C-24-80-10-76 0-76C10-76 24-80 24-96L14-88L0-90L-14-88Z", fill=GOLD, **LINE)
        + group(path("M0-76C-4-84-22-94-22-107C-22-115-17-119-11-119C-5-119-1-116 0-110C1-116 5-119 11-119"
                     "C17-119 22-115 22-107C22-94 4-84 0-76Z", fill=RED, **LINE))
        + path("M-14-108C-14-112-11-113-9-113", fill="none", stroke=CREAM, width=2.4, stroke_linecap="round")
    )


def axe():
    return (
        staff(-116, WINE)
        + path("M3-110C13-110 16-116 18-122C26-106 26-84 18-68C16-74 13-80 3-80Z", fill="#f0e9da", **LINE)
        + path("M18-122C26-106 26-84 18-68C21-85 21-105 18-122Z", fill=GOLD, **LINE)
        + path("M-3-104L-14-98L-3-86Z", fill=GOLD, **LINE) + path("M-5-112H5V-78H-5Z", fill=GOLD, **LINE)
        + path("M0-122L4-112H-4Z", fill=GOLD, **LINE)
    )


def orb():
    return (
        path("M-3.5-92H-10V-99H-3.5V-107H3.5V-99H10V-92H3.5V-78H-3.5Z", fill=GOLD, **LINE)
        + circle(0, -50, 26, INK) + circle(0, -50, 24, NIGHT)
        + path("M-22.6-42.5Q0-33 22.6-42.5L23.9-52.5Q0-43-23.9-52.5Z", fill=GOLD, stroke=INK, width=1.4)
        + path("M-4-73.7Q-7-58-4-46H4Q7-58 4-73.7Z", fill=GOLD, stroke=INK, width=1.4)
        + circle(0, -45.5, 3.2, RED)
        + path("M-16-60C-13-66-10-67-8-68", fill="none", stroke=STEEL, width=2.4, stroke_linecap="round")
        + path("M-10-25H10L5-14H-5Z", fill=GOLD, **LINE)
    )


def leaves(fill):
    return (
        path("M0-22C-10-24-20-34-20-46C-9-44-1-36 0-22Z", fill=fill, **LINE)
        + path("M0-34C8-38 16-46 17-57C7-54 0-46 0-34Z", fill=fill, **LINE)
    )


def stem(fill):
    return path("M0-84C-3-60 3-40 0 24", fill="none", stroke=INK, width=6) + path(
        "M0-84C-3-60 3-40 0 23", fill="none", stroke=fill, width=2.6)


def tulip():
    return (
        stem(STEEL) + leaves(STEEL)
        + path("M0-74C-20-74-26-92-20-114L-8-102L0-120L8-102L20-114C26-92 20-74 0-74Z", fill=NAVY, **LINE)
        + path("M0-120C-10-104-10-88 0-75C10-88 10-104 0-120Z", fill=CREAM, **LINE)
        + circle(0, -96, 3, GOLD)
    )


def rose():
    petals = "".join(
        path("M0-2C-13-6-15-22-5-25Q0-27 5-25C15-22 13-6 0-2Z", fill=RED, **LINE,
             transform=f"translate(0 -95)rotate({72 * turn})scale(.92)") for turn in range(5)
    )
    return (
        stem(GOLD) + leaves(GOLD) + petals + circle(0, -94, 10, WINE, INK, 1.6)
        + path("M-5-94A5 5 0 1 1 2-89.5", fill="none", stroke=GOLD, width=2, stroke_linecap="round")
    )


def fan():
    """A narrow fan, opened above the hand."""
    blades = "".join(
        path("M0 0L-7-66Q0-78 7-66Z", fill=RED if turn % 2 == 0 else CREAM, **LINE,
             transform=f"translate(0 -44)rotate({8.5 * turn:g})") for turn in (-2, 2, -1, 1, 0)
    )
    hoop = path("M-13.5-86Q0-92 13.5-86", fill="none", stroke=GOLD, width=3)
    return path("M-6-50H6L3.5 24H-3.5Z", fill=GOLD, **LINE) + blades + hoop + circle(0, -44, 6.5, GOLD, INK, 2)


def mirror():
    return (
        path("M-5-50H5L3 24H-3Z", fill=GOLD, **LINE)
        + element("ellipse", cx=0, cy=-82, rx=24, ry=32, fill=GOLD, stroke=INK, stroke_width=2)
        + element("ellipse", cx=0, cy=-82, rx=17, ry=25, fill="#e3eaf3", stroke=INK, stroke_width=1.6)
        + path("M-9-72L6-98M-3-66L11-90", stroke=STEEL, width=3, stroke_linecap="round")
        + use("c", 0, -116, 0.13, fill=INK) + path("M-9-50H9L6-42H-6Z", fill=GOLD, **LINE)
    )


def halberd():
    return (
        staff(-92, AMBER)
        + path("M0-122L6-98L3-88H-3L-6-98Z", fill="#e9eef5", **LINE)
        + path("M3-84C12-84 16-90 24-92C26-80 25-66 18-54C14-60 10-62 3-62Z", fill="#e9eef5", **LINE)
        + path("M24-92C26-80 25-66 18-54C20-68 21-80 20-90.5Z", fill=STEEL)
        + path("M-3-82C-8-82-12-80-17-83L-11-73L-17-63C-12-66-8-64-3-64Z", fill="#e9eef5", **LINE)
        + path("M-6-88H6V-82H-6ZM-6-64H6V-56H-6Z", fill=NAVY, **LINE)
    )


def torch():
    return (
        path("M-11-62H11L5 24H-5Z", fill=GOLD, **LINE)
        + path("M-8.5-46L9-52M-7-30L8-36", stroke=WINE, width=4)
        + path("M0-122C8-108 22-100 20-82C19-70 11-64 0-64C-11-64-20-71-20-83C-20-93-12-96-11-106"
               "C-6-102-5-98-5-94C0-100 2-112 0-122Z", fill=RED, **LINE)
        + path("M1-96C4-88 11-86 10-76C9-69 5-66 0-66C-6-66-10-70-10-76C-10-82-6-84-5-88C-3-86-2-84-2-82"
               "C0-86 2-90 1-96Z",
               fill=GOLD)
        + path("M-15-66H15V-57H-15Z", fill=GOLD, **LINE)
    )


def sabre():
    return (
        path("M-6-30C-7-66-2-96 18-122C15-98 8-72 6-30Z", fill="#f0e9da", **LINE)
        + path("M18-122C12-96 3-70 2-31L5.5-31C8-72 14-98 18-122Z", fill=GOLD)
        + path("M-20-36Q-20-26-12-26H12Q20-26 20-36Q10-30 0-32Q-10-30-20-36Z", fill=GOLD, **LINE)
        + path("M15-28C24-20 22 0 6 12", fill="none", stroke=INK, width=6)
        + path("M15-28C24-20 22 0 6 12", fill="none", stroke=GOLD, width=2.6)
        + path("M-4-26H4V12H-4Z", fill=WINE, **LINE)
    )


def pennant():
    return (
        path("M3-112L24-103L14-92L24-80L3-70Z", fill=NIGHT, **LINE)
        + path("M3-107L16-101.5L8.5-92L16-80.5L3-75Z", fill=GOLD)
        + staff(-112, GOLD, half=2.6) + circle(0, -115, 5, GOLD, INK, 2)
        + use("c", 9, -91, 0.13, fill=INK)
        + path("M-2.6-70C-12-64-6-54-16-46M-2.6-70C-8-58-2-54-10-42", fill="none", stroke=INK, width=2)
    )


HELD = {
    "KS": sword, "KH": heart_sceptre, "KD": axe, "KC": orb,
    "QS": tulip, "QH": rose, "QD": fan, "QC": mirror,
    "JS": halberd, "JH": torch, "JD": sabre, "JC": pennant,
}
