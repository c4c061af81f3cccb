import Rooms

/// Deliveries of one room, by loop, in order.
struct Deliveries {
  private(set) var byLoop: [Int: [Delivery]] = [:]
  /// What is to be kept beside its log.
  var bases: [Base] = []
  /// What is to be shown to the operator.
  var reports: [TalkReport] = []
  /// Those who have won a game.
  var winners: [GuestID] = []
  /// What it asks the solver.
  var questions: [SolverQuestion] = []
  /// What it says to other rooms, and which it has opened, in order.
  var letters: [RoomWork] = []

  mutating func add(_ delivery: Delivery, to loop: Int) {
    byLoop[loop, default: []].append(delivery)
  }
}
