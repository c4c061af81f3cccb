import Boards
import Testing
import Wire

@Suite struct `The list` {
  @Test func `is reordered by those who edit it`() throws {
    var board = try open("list")
    #expect(board.picture == "list[Alpha Beta Gamma Delta]")
    #expect(try board.region("list").edit == "toggle")
    try board.setEditing(true, "list", player: 1)
    #expect(try board.region("list").editing == [1])
    try board.carry("Alpha", to: "list", before: "Gamma")
    #expect(board.picture == "list[Beta Alpha Gamma Delta]")
    try board.carry("Beta", to: "list")
    #expect(board.picture == "list[Alpha Gamma Delta Beta]")
  }

  @Test func `keeps its order for those who do not edit it`() throws {
    var board = try open("list")
    board.refuses(.disabled) { _ = try $0.lift(0, player: 1, tick: 0) }
    try board.setEditing(true, "list", player: 1)
    board.refuses(.disabled) { _ = try $0.lift(0, player: 2, tick: 0) }
    let lifted = try board.lift(0, player: 1, tick: 0)
    try board.setEditing(false, "list", player: 1)
    #expect(throws: GameRefusal.self) { try board.drop(lifted.session, player: 1, at: Landing("list")) }
    #expect(board.picture == "list[Alpha Beta Gamma Delta]")
    board.refuses(.noSuchPlace) { try $0.setEditing(true, "lists", player: 1) }
  }

  @Test func `is no longer edited by a person who leaves`() throws {
    var board = try open("list")
    try board.setEditing(true, "list", player: 1)
    try board.setEditing(true, "list", player: 2)
    _ = board.leave(1)
    #expect(try board.region("list").editing == [2])
  }
}
