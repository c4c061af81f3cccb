"""The twelve heads about the origin: (what lies behind the robe, what lies before it).

Kings: crown, side curls, beard. Queens: veil and coronet. Jacks: soft cap with a plume, bobbed hair.
"""

from figure import OUTLINE, face
from svg import CREAM, GOLD, INK, RED, WINE, circle, group, path, use

LINE = dict(stroke=INK, width=OUTLINE, stroke_linejoin="round")

CROWN = {
    "S": "M-28-24L-33-57L-17-42L0-66L17-42L33-57L28-24Z",
    "H": "M-28-24C-42-46-28-60-12-58Q-4-57 0-62Q4-57 12-58C28-60 42-46 28-24Z",
    "D": "M-29-24L-36-48L-23-40L-19-60L-8-43L0-68L8-43L19-60L23-40L36-48L29-24Z",
    "C": "M-28-24L-33-44H-24L-20-36H-8L-5-52H5L8-36H20L24-44H33L28-24Z",
}

BEARD = {
    "S": "M-22 0C-18 9-13 11-8 10Q0 6 8 10C13 11 18 9 22 0C25 18 18 36 8 48C6 43 3 40 0 38C-3 40-6 43-8 48"
         "C-18 36-25 18-22 0Z",
    "H": "M-22 0C-18 9-13 11-8 10Q0 6 8 10C13 11 18 9 22 0C27 22 20 42 0 42C-20 42-27 22-22 0Z",
    "D": "M-22 0C-18 9-13 11-8 10Q0 6 8 10C13 11 18 9 22 0C23 20 14 34 0 52C-14 34-23 20-22 0Z",
    "C": "M-22 0C-18 9-13 11-8 10Q0 6 8 10C13 11 18 9 22 0C26 16 24 30 20 40Q14 36 10 43Q5 38 0 44Q-5 38-10 43"
         "Q-14 36-20 40"
         "C-24 30-26 16-22 0Z",
}


def cloth_of(suit, main, second):
    """What crowns are lined with: the colour of the suit."""
    return {"H": RED, "D": second}.get(suit, main)


def lighter(hair):
    """The second tone of a hair colour, half way to cream."""
    mix = [round(int(hair[i:i + 2], 16) * 0.6 + int(CREAM[i:i + 2], 16) * 0.4) for i in (1, 3, 5)]
    return "#" + "".join(f"{part:02x}" for part in mix)


def locks(outline, shine, hair):
    """Hair beside a face: drawn for the left, mirrored for the right."""
    return "".join(
        path(outline, fill=hair, **LINE, transform=mirror)
        + path(shine, fill="none", stroke=lighter(hair), width=1.8, stroke_linecap="round", transform=mirror)
        for mirror in (None, "scale(-1 1)")
    )


def king_head(suit, main, second, trim, hair):
    curls = locks("M-20-26C-34-24-38-12-32-6C-40-2-40 12-32 16C-36 22-30 28-22 26L-18 0Z",
                  "M-24-18C-31-16-31-8-25-6M-25 0C-33 2-33 11-25 13", hair)
    beard = (
        path(BEARD[suit], fill=hair, **LINE)
        + path("M-14 18C-13 26-9 32-6 37M14 18C13 26 9 32 6 37M0 26V33", fill="none", stroke=lighter(hair), width=1.8,
               stroke_linecap="round")
        + path("M-5 19.5Q0 23 5 19.5", fill="none", stroke=RED, width=3, stroke_linecap="round")
        + path("M0 10C-6 7-14 9-20 18C-12 20-4 19 0 14C4 19 12 20 20 18C14 9 6 7 0 10Z",
               fill=lighter(hair), stroke=INK, width=1.4, stroke_linejoin="round")
    )
    return "", curls + group(face(lips=None)) + beard + king_crown(suit, main, second)


def king_crown(suit, main, second):
    cloth = cloth_of(suit, main, second)
    parts = [path(CROWN[suit], fill=GOLD, **LINE)]
    if suit == "H":
        parts.insert(0, path("M0-73V-58M-5-68H5", stroke=INK, width=5))
        parts.insert(1, path("M0-72V-58M-4-68H4", stroke=GOLD, width=2.4))
        parts.append(path("M-10-31C-22-40-20-52-10-51Q-5-50-3-48V-31ZM10-31C22-40 20-52 10-51Q5-50 3-48"
                          "V-31Z", fill=cloth,
                          stroke=INK, width=1.4))
    elif suit == "S":
        parts += [circle(x, y, 3.6, GOLD, INK, 1.6) for x, y in ((-33, -58), (0, -67), (33, -58))]
        parts.append(use("s", 0, -42, 0.16, fill=cloth))
    elif suit == "D":
        parts += [use("d", x, -40, 0.12, fill=cloth) for x in (-19, 19)] + [use("d", 0, -44, 0.17, fill=cloth)]
    else:
        for x, y, r in ((-28, -49, 5), (28, -49, 5), (0, -60, 6)):
            parts += [circle(x - r, y + r * 0.6, r, GOLD, INK, 1.6), circle(x + r, y + r * 0.6, r, GOLD, INK, 1.6),
                      circle(x, y - r * 0.5, r, GOLD, INK, 1.6)]
        parts.append(use("c", 0, -41, 0.15, fill=cloth))
    parts.append(path("M-30-32Q0-38 30-32V-21Q0-27-30-21Z", fill=cloth, **LINE))
    parts += [circle(x, -28 + abs(x) * 0.03 - 1.5, 2.4, CREAM) for x in (-21, -10.5, 0, 10.5, 21)]
    return group(*parts)


def queen_head(suit, main, second, trim, hair):
    veil = path("M0-40C-34-42-40-14-38 6C-36 26-44 40-56 52L-22 58L22 58L50 50C42 40 36 26 38 6C40-14 34-42 0-40Z",
                fill=second, **LINE)
    lining = path("M-34-8C-36 24-38 38-46 50M34-8C36 24 36 38 42 48", fill="none", stroke=trim, width=2.4)
    long_hair = locks("M0-30C-28-32-32-12-29 4C-27 18-33 24-30 36C-22 34-16 28-17 16L-16-12Z",
                      "M-23-10C-25 6-22 14-25 28", hair)
    parting = path("M0-34C-22-34-27-16-23-6C-16-12-6-18 0-27C6-18 16-12 23-6C27-16 22-34 0-34Z", fill=hair, **LINE)
    jewels = circle(-23, 10, 2.6, GOLD, INK, 1.2) + circle(23, 10, 2.6, GOLD, INK, 1.2)
    return veil + lining, long_hair + face(lashes=True) + parting + jewels + coronet(suit, cloth_of(suit, main, second))


def coronet(suit, cloth):
    shape = {
        "S": "M-25-30L-30-48L-15-42L0-60L15-42L30-48L25-30Q0-40-25-30Z",
        "H": "M-25-30C-34-44-26-52-17-46C-14-58-4-58 0-50C4-58 14-58 17-46C26-52 34-44 25-30Q0-40-25-30Z",
        "D": "M-25-30L-28-47L-19-42L-12-54L-6-45L0-60L6-45L12-54L19-42L28-47L25-30Q0-40-25-30Z",
        "C": "M-25-30C-30-38-30-44-25-48C-20-44-18-44-14-44C-14-52-6-56 0-60C6-56 14-52 14-44C18-44 20-44 25-48"
             "C30-44 30-38 25-30Q0-40-25-30Z",
    }[suit]
    return (
        path(shape, fill=GOLD, **LINE) + use(suit.lower(), 0, -45, 0.15, fill=cloth)
        + circle(-16, -38.5, 2.3, cloth) + circle(16, -38.5, 2.3, cloth)
    )


def jack_head(suit, main, second, trim, hair):
    bob = locks("M0-28C-28-30-32-8-30 8C-30 20-38 20-38 24C-30 32-18 28-17 16L-16-12Z",
                "M-23-8C-25 6-23 16-28 22", hair)
    fringe = path("M-24-8C-22-14-20-18-18-20L-10-15L-4-20L4-15L11-20L18-15L24-8C26-24 20-34 0-34C-20-34-26-24-24-8Z",
                  fill=hair, **LINE)
    return "", bob + face(smile=4) + fringe + cap(suit, main, second, trim)


def cap(suit, main, second, trim):
    """Four caps of one family: each suit slouches to another side or stands another way."""
    crown = {
        "S": "M-30-24C-40-36-34-52-14-54C8-58 38-56 40-42C41-34 34-28 30-24Q0-36-30-24Z",
        "H": "M-30-24C-32-44-18-56 2-56C24-56 34-42 30-24Q0-36-30-24Z",
        "D": "M-30-24L-24-48Q0-58 24-48L30-24Q0-36-30-24Z",
        "C": "M-30-24C-40-30-40-46-24-52C-4-60 20-54 28-44C32-38 32-30 30-24Q0-36-30-24Z",
    }[suit]
    plume = {
        "S": "M22-30C38-44 36-62 14-72C16-64 12-60 10-54C10-44 14-36 22-30Z",
        "H": "M-20-32C-36-46-34-66-6-72C-10-66-6-62-8-56C-8-46-14-38-20-32Z",
        "D": "M16-32C36-42 38-62 24-74C22-66 14-64 10-56C8-46 10-38 16-32Z",
        "C": "M-18-34C-34-50-26-68 2-72C-4-64 0-60-4-54C-6-46-12-38-18-34Z",
    }[suit]
    quill = {
        "S": "M22-30C27-44 25-58 16-69", "H": "M-20-32C-27-46-24-60-9-70", "D": "M16-32C26-44 28-60 24-71",
        "C": "M-18-34C-24-48-18-62-1-70",
    }[suit]
    badge = -20 if suit in "HC" else 20
    cloth = second if suit == "D" else main
    rim = GOLD if suit != "D" else WINE
    feather = CREAM if suit != "C" else second
    return (
        path(crown, fill=cloth, **LINE)
        + path("M-32-25Q0-39 32-25L30-16Q0-29-30-16Z", fill=rim, **LINE)
        + path(plume, fill=feather, **LINE) + path(quill, fill="none", stroke=INK, width=1.3, stroke_linecap="round")
        + circle(badge, -27, 5, RED if suit == "H" else second, INK, 1.6)
    )
