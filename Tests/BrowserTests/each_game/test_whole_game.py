"""A deal that a bot has won, played to the win by hand while somebody watches: three boards, one game."""

from table import GAME, Witness, board, drag, foresees, open_table, play, settled, watch_path


def test_a_recorded_win_is_played_with_the_mouse_while_another_watches(server, visit):
    # Cards that do not fly: it is where they lie after each move that is compared.
    player = visit("/", reduced_motion="reduce")
    room = open_table(player, deal=GAME["deal"])
    watcher = visit(watch_path(player), viewport={"width": 800, "height": 700})
    witness = Witness(server, watch_path(player))
    version = settled(player)
    foresees(player)
    for number, move in enumerate(GAME["moves"]):
        play(player, move)
        version += 1
        settled(player, version)
        settled(watcher, version)
        theirs, at, _ = witness.board()
        assert at == version, f"move {number} {move}: the server is at {at}"
        assert board(player) == theirs, f"move {number} {move}: the player sees another board"
        assert board(watcher) == theirs, f"move {number} {move}: the watcher sees another board"
    # In each of these positions the rules in the page said the same as the server.
    assert player.get_attribute("#board", "data-disagreements") == "0"
    foresees(player)
    assert player.get_attribute("#board", "data-status") == "won"
    player.locator("#panel[data-kind=won]").wait_for()
    watcher.locator("#panel[data-kind=won]").wait_for()
    _, _, snap = witness.board()
    assert snap["s"]["status"] == "won" and snap["s"]["up"] == 52
    assert player.locator("#moves").inner_text() == str(snap["s"]["moves"])
    witness.close()


def test_who_watches_cannot_lift(visit):
    player = visit("/")
    room = open_table(player, deal=7)
    watcher = visit(watch_path(player))
    version = settled(watcher)
    before = board(watcher)
    drag(watcher, 27, "t1", lifts=False)
    watcher.locator("#board").press("z")
    settled(watcher, version)
    assert board(watcher) == before == board(player)
    assert watcher.locator("#stock").is_disabled()
