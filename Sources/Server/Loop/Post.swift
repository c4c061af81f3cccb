import Reactor
import Rooms

/// The letters of one loop: a queue for each of its owners, which the owner empties at its place in the turn, and the
/// ways to other loops.
///
/// Promise: a letter is never opened in place, also where it stays on this loop; what is sent to an owner whose place
/// in the turn has passed waits for the next turn. Letters of one sender to one owner stay in order.
final class Post {
  /// Tokens of generation 0 are no connection's: the other slots stand for doors, by their number.
  static let token = Token(slot: .max, generation: 0)

  private let index: Int
  private let mailboxes: [Mailbox<Mail>]
  /// The queue of work for rooms, which is fair.
  private let scheduler: Scheduler
  private var incoming: [Mail] = []
  private var jobs: [UnownedJob] = []
  private var toFront: [FrontLetter] = []
  private var toHomes: [HomesLetter] = []
  private var toFanout: [FanoutLetter] = []
  private var toUpkeep: [UpkeepLetter] = []

  init(index: Int, mailboxes: [Mailbox<Mail>], scheduler: Scheduler) {
    self.index = index
    self.mailboxes = mailboxes
    self.scheduler = scheduler
  }

  /// This loop's, for other threads.
  var mailbox: Mailbox<Mail> { mailboxes[index] }

  // MARK: - Sending

  func send(_ letter: Mail, to loop: Int) {
    if loop == index { sort(letter) } else { mailboxes[loop].send(letter) }
  }

  func sendToAll(_ letter: Mail) {
    for loop in mailboxes.indices { send(letter, to: loop) }
  }

  func sendToOthers(_ letter: Mail) {
    for loop in mailboxes.indices where loop != index { mailboxes[loop].send(letter) }
  }

  /// The work goes to the loop where the room is at home. Where that is this loop, it may be done in this turn still.
  func send(_ work: RoomWork, toHomeOf room: RoomID) {
    let home = room.home(among: mailboxes.count)
    if home == index { scheduler.put(work) } else { mailboxes[home].send(.work(work)) }
  }

  func send(_ message: RoomMessage, to room: RoomID, from connection: Connection) {
    send(.hear(room, message, from: connection.id, network: connection.network), toHomeOf: room)
  }

  // MARK: - Receiving

  /// Sorts all that has come from other threads.
  func collect() {
    mailboxes[index].take(mail: &incoming, jobs: &jobs)
    for letter in incoming { sort(letter) }
    incoming.removeAll(keepingCapacity: true)
  }

  private func sort(_ letter: Mail) {
    switch letter {
    case .front(let letter): toFront.append(letter)
    case .work(let work): scheduler.put(work)
    case .homes(let letter): toHomes.append(letter)
    case .fanout(let letter): toFanout.append(letter)
    case .upkeep(let letter): toUpkeep.append(letter)
    }
  }

  var hasLettersToFront: Bool { !toFront.isEmpty }
  var hasLettersToHomes: Bool { !toHomes.isEmpty }
  var hasLettersToFanout: Bool { !toFanout.isEmpty }
  var hasLettersToUpkeep: Bool { !toUpkeep.isEmpty }

  func takeFront() -> [FrontLetter] {
    defer { toFront = [] }
    return toFront
  }

  func takeUpkeep() -> [UpkeepLetter] {
    defer { toUpkeep = [] }
    return toUpkeep
  }

  /// - Parameter letters: empty before.
  func takeHomes(into letters: inout [HomesLetter]) { swap(&toHomes, &letters) }
  func takeFanout(into letters: inout [FanoutLetter]) { swap(&toFanout, &letters) }

  /// Letters wait for the next turn.
  var hasLetters: Bool {
    hasLettersToFront || hasLettersToHomes || hasLettersToFanout || hasLettersToUpkeep
  }

  // MARK: - Jobs

  /// Somebody awaits something of this loop.
  var hasJobs: Bool { !jobs.isEmpty }

  func takeJobs(_ taken: inout [UnownedJob]) { swap(&jobs, &taken) }

  /// What holds between turns.
  func checkInvariants() {
    precondition(incoming.isEmpty, "all that came was sorted")
    precondition(toHomes.isEmpty, "nobody on this loop writes to Homes behind its place in the turn")
    precondition(toFanout.isEmpty, "nobody on this loop writes to Fanout behind its place in the turn")
  }
}
