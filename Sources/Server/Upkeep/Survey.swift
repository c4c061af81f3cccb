import HTTP
import Reactor
import Rooms
import Synchronization

/// Who and what is there, gathered from all loops for the operator: each loop adds its part, and the last one
/// sends it back. Values only, and of each kind no more than `shownMax` from a loop.
final class Survey: Sendable {
  static let shownMax = 200

  struct Table: Sendable {
    let id: String
    let game: String
    let seats: Int
    let players: Int
    let watching: Int
    let version: Int
    let idleSeconds: Int
    let waiting: Int
  }

  struct Person: Sendable {
    let guest: String
    let name: String
    let isBot: Bool
    let rooms: [String]
    /// Never the whole address.
    let network: String
    let connectedSeconds: Int
  }

  struct Part: Sendable {
    var tables: [Table] = []
    var people: [Person] = []
    /// All that there are, also those that are not shown.
    var tableCount = 0
    var personCount = 0
  }

  let asker: ConnectionID
  let view: OperatorView
  private let gathered: Mutex<(sum: Part, missing: Int)>

  init(for asker: ConnectionID, _ view: OperatorView, loops: Int) {
    self.asker = asker
    self.view = view
    gathered = Mutex((Part(), loops))
  }

  /// - Returns: true when this was the last part.
  func add(_ part: Part) -> Bool {
    gathered.withLock { gathered in
      gathered.sum.tables += part.tables
      gathered.sum.people += part.people
      gathered.sum.tableCount += part.tableCount
      gathered.sum.personCount += part.personCount
      gathered.missing -= 1
      return gathered.missing == 0
    }
  }

  var sum: Part { gathered.withLock { $0.sum } }
}

/// What of the operator's pages is asked for. A room's id is an invitation, and a page is seen by all who look at the
/// screen: so ids are cut short unless all of them are asked for by name.
struct OperatorView: Sendable, Equatable {
  let isJSON: Bool
  let showsRooms: Bool
  private(set) var isOfReports = false

  init?(path: String) {
    switch path {
    case "/operator/reports.json": (isJSON, showsRooms, isOfReports) = (true, false, true)
    case "/operator": (isJSON, showsRooms) = (false, false)
    case "/operator/full": (isJSON, showsRooms) = (false, true)
    case "/operator/state.json": (isJSON, showsRooms) = (true, false)
    case "/operator/full.json": (isJSON, showsRooms) = (true, true)
    default: return nil
    }
  }

  /// The file that `/operator` and `/operator/full` show; under its own name it is not there.
  static let page = "/operator.html"

  static let roomCharactersShown = 4

  func room(_ id: String) -> String {
    showsRooms ? id : id.prefix(Self.roomCharactersShown) + Redaction.mask
  }

  /// What a line of the log says about somebody, as far as the page shows it.
  func field(_ name: String, _ text: String) -> String {
    switch name {
    case "room": room(text)
    case "peer", "proxy": IPAddress(text).map { Peer.host($0).network } ?? text
    default: text
    }
  }
}
