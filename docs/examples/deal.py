"""Deals a sealed deal again, by docs/PROTOCOL.md alone: deal.py COMMIT SEED SALT [FILE]    FILE: a race's start text"""

import sys
from hashlib import sha256
from itertools import count
from pathlib import Path

commit, seed, salt, *start = sys.argv[1:]
seed, salt = bytes.fromhex(seed), bytes.fromhex(salt)
if len(seed) != 32 or sha256(seed + salt).hexdigest() != commit:
    sys.exit("the commitment is not of this seed and salt")
key = sha256(seed + Path(start[0]).read_bytes()).digest() if start else seed
blocks = (sha256(key + number.to_bytes(8, "little")).digest() for number in count())
words = (int.from_bytes(block[at:at + 8], "little") for block in blocks for at in (0, 8, 16, 24))
cards = [rank + suit for suit in "CDHS" for rank in "A23456789TJQK"]
for left in range(len(cards), 1, -1):
    other = next(word for word in words if word >= 2**64 % left) % left
    cards[left - 1], cards[other] = cards[other], cards[left - 1]
print(*cards)
