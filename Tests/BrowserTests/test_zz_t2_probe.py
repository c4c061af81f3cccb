from boards import *
from files import *
from test_photos import server, files, COLORS, NAMES, choose_files, lie as lies
def test_look(visit, files, tmp_path):
    S="/tmp/t2/shots/"
    p=visit("/",viewport={"width":480,"height":820}); p.evaluate("document.documentElement.dir='rtl'"); open_kind(p,"photos"); choose_files(p,files); lies(p,*NAMES); settled(p)
    lift(p,NAMES[0]); carry(p,point(p,NAMES[4],x=.15)); p.screenshot(path=S+"photos-rtl-drag.png"); drop(p)
    item(p,NAMES[2]).hover(); p.wait_for_timeout(300); p.screenshot(path=S+"photos-hover.png")
    item(p,NAMES[2]).click(); p.wait_for_timeout(200); p.screenshot(path=S+"photos-details.png")
    q=visit("/",viewport={"width":360,"height":740},has_touch=True,is_mobile=True); open_kind(q,"list"); q.get_by_role("button",name="Edit",exact=True).click(); q.wait_for_timeout(300); q.screenshot(path=S+"list-edit.png")
    q.goto("/"); open_kind(q,"contacts"); tap(q,"Cyd Roe, draggable"); q.wait_for_timeout(300); q.screenshot(path=S+"contacts-details-360.png"); print(q.locator("#details[open]").count())
    q.goto("/"); open_kind(q,"fruits"); lift_by_keys(q,"🍎 Apple, draggable"); aim_by_keys(q,"Basket","ArrowDown"); q.wait_for_timeout(300); q.screenshot(path=S+"fruits-keys-360.png")
    q.goto("/"); open_kind(q,"kanban"); tap(q,"Mow the lawn, card in Doing"); q.wait_for_timeout(300); q.screenshot(path=S+"kanban-360.png"); q.locator("#move-to").tap(); q.wait_for_timeout(200); q.screenshot(path=S+"kanban-menu-360.png")
