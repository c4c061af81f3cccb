import TestChecks
import Testing

@testable import Rooms

@Suite struct `The steps of a game` {
  @Test func `are as many as its board can take back, or the invariants find it`() async {
    let end = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      guard var game = (try? RoomStage())?.room.game else { return }
      game.checkInvariants()
      game.steps.append(Steps.Step(ply: 0, seat: SeatNumber(0), operation: nil, items: []))
      game.checkInvariants()
    }
    expectFailedCheck("it is known who made each step", of: end)
  }
}
