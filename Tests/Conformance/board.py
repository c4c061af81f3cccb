"""A board whose every move is told in kilobytes that hardly compress, and people who move things on it."""

import json
import random
import time
import urllib.request

from peer import TEXT
from visitor import Visitor, written

PLACES = ["left", "right"]
ITEMS = 8
SEATS = 8
# What a description may have of each, nearly.
TEXT_CHARACTERS, DETAIL_CHARACTERS, FIELDS, FIELD_CHARACTERS = 190, 390, 2, 190
# What a visit may do at once, and then each second; a little less than the server says.
COMMANDS_BURST, COMMANDS_PER_SECOND = 36, 18
HAN = range(0x4E00, 0x9F00)  # three bytes each, fourteen bits of chance


def description(dice):
    def words(count):
        return "".join(chr(dice.choice(HAN)) for _ in range(count))

    return {
        "title": "Shelves", "seats": SEATS,
        "collections": [{"id": place, "title": place} for place in PLACES],
        # The label names the place, so that all of an item is told when it moves.
        "labels": {"item": "{text}, {collection}"},
        "items": [{"in": "left", "text": words(TEXT_CHARACTERS), "detail": words(DETAIL_CHARACTERS),
                   "fields": {f"field {number}": words(FIELD_CHARACTERS) for number in range(FIELDS)}}
                  for _ in range(ITEMS)],
    }


class Crowd:
    """People at one board. `move` does not wait for what the moves before it became."""

    def __init__(self, server, seed, people=SEATS):
        self.dice = random.Random(seed)
        self.people = [Visitor(server, f"Mover {number + 1}") for number in range(people)]
        self.began = time.monotonic()
        self.turn = 0
        self.shelf = [0] * ITEMS
        request = urllib.request.Request(
            server.url + "/api/boards", json.dumps(description(self.dice), ensure_ascii=False).encode(),
            {"Authorization": "Bearer " + self.people[0].token})
        with urllib.request.urlopen(request) as answer:
            self.room = json.load(answer)["room"]
        for person in self.people:
            person.join(self.room, "play")

    def move(self, count=1):
        """So many moves, each of another person than the one before."""
        for _ in range(count):
            self._keep_to_the_limit()
            person, command = self._next()
            person.say(command)

    def move_at_once(self, count):
        """So many moves, everybody's in one message."""
        said = {}
        for _ in range(count):
            person, command = self._next()
            said[person] = said.get(person, b"") + written(command)
        for person, lines in said.items():
            person.peer.say(TEXT, lines)

    def _next(self):
        item = self.turn % ITEMS
        self.shelf[item] = 1 - self.shelf[item]
        person = self.people[self.turn % len(self.people)]
        self.turn += 1
        person.count += 1
        return person, {"t": "cmd", "c": person.count, "r": self.room, "op": "move", "item": item,
                        "in": PLACES[self.shelf[item]]}

    def _keep_to_the_limit(self):
        """No more commands than each person may give, or some would be refused."""
        each = self.turn // len(self.people)
        due = self.began + (each - COMMANDS_BURST) / COMMANDS_PER_SECOND
        if due > time.monotonic():
            time.sleep(due - time.monotonic())

    def close(self):
        for person in self.people:
            person.close()
