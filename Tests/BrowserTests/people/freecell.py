"""A line that wins FreeCell, for tests that are dealt cards which nobody knew before. With eight cells most deals give
in at once. None has to be the best."""

import heapq
import itertools
import operator

RANKS = "A23456789TJQK"
EXPANDED_MAX = 10_000
# What counts how much, of `distance`: where one leads nowhere the next may.
WEIGHTS = ((4, 2, 1), (2, 2, 1), (4, 4, 1), (1, 2, 1), (8, 3, 0), (1, 1, 1))


def card(face):
    """Its rank from 1, and its suit as a number: those of one colour are equal modulo two."""
    return RANKS.index(face[0]) + 1, "CDSH".index(face[1])


def moves(state):
    """Each move as (card, target, state afterwards). The target is "f", "c", or the number of a column."""
    columns, cells, foundations, cell_count = state
    sources = [(at, column[-1]) for at, column in enumerate(columns) if column] + [(None, it) for it in cells]
    for at, (rank, suit) in sources:
        left = list(columns)
        if at is not None:
            left[at] = columns[at][:-1]
        kept = cells - {(rank, suit)}
        if foundations[suit] == rank - 1:
            up = tuple(have + (it == suit) for it, have in enumerate(foundations))
            yield (rank, suit), "f", (tuple(left), kept, up, cell_count)
            return
        emptied = False
        for to, column in enumerate(columns):
            if to == at or (not column and (emptied or (at is not None and len(columns[at]) == 1))):
                continue
            emptied = emptied or not column
            if not column or (column[-1][0] == rank + 1 and (column[-1][1] - suit) % 2 == 1):
                put = list(left)
                put[to] = (*column, (rank, suit))
                yield (rank, suit), to, (tuple(put), kept, foundations, cell_count)
        if at is not None and len(cells) < cell_count:
            yield (rank, suit), "c", (tuple(left), cells | {(rank, suit)}, foundations, cell_count)


def distance(state, weights):
    """How far it seems to be: what is not up yet, what lies on the cards that come next, and what lies in cells."""
    columns, cells, foundations, _ = state
    covers = sum(len(column) - 1 - at for column in columns for at, (rank, suit) in enumerate(column)
                 if rank == foundations[suit] + 1)
    return sum(map(operator.mul, weights, (52 - sum(foundations), covers, len(cells))))


def line(columns, cell_count):
    """The winning line as [(card, target)]; None where the search gives up."""
    found = (search(columns, cell_count, weights) for weights in WEIGHTS)
    return next(filter(None, found), None)


def search(columns, cell_count, weights):
    start = (tuple(map(tuple, columns)), frozenset(), (0, 0, 0, 0), cell_count)
    count = itertools.count()
    queue, came = [(distance(start, weights), next(count), start)], {start: None}
    for _ in range(EXPANDED_MAX):
        if not queue:
            return None
        _, _, state = heapq.heappop(queue)
        if sum(state[2]) == 52:
            found = []
            while came[state]:
                *step, state = came[state]
                found.append(tuple(step))
            return found[::-1]
        for it, to, after in moves(state):
            if after not in came:
                came[after] = (it, to, state)
                heapq.heappush(queue, (distance(after, weights), next(count), after))
    return None
