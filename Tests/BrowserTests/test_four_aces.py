"""Four aces, side by side in any order."""

from boards import *

CLUBS, DIAMONDS, HEARTS, SPADES = (f"ace of {suit}" for suit in ["clubs", "diamonds", "hearts", "spades"])


def test_probe(visit):
    ann, ben, watcher = three(visit, "four-aces")
    print(layout(ann))
    lift(ann, CLUBS)
    carry(ann, point(ann, SPADES, x=0.9))
    held(ben, CLUBS, "Ann")
    print(ben.evaluate("""()=>{const r=document.querySelector('.region'); return [r.getAttribute('style'), r.getBoundingClientRect().height, getComputedStyle(r.querySelector('.places')).paddingBottom, [...document.querySelectorAll('.item')].map(e=>e.style.transform+' '+e.offsetTop+' '+e.offsetHeight), document.querySelector('.items').offsetHeight]}"""))
    drop(ann)
