import JSON
import Rooms

/// What an operator wants to be changed: where it is sent to, and what the body says.
enum OperatorChange: Equatable {
  /// An address that takes changes.
  enum Place: Equatable {
    /// `/operator/reports/17`
    case report(Int64)
    /// `/operator/bans`
    case bans

    init?(path: String) {
      if path == "/operator/bans" {
        self = .bans
        return
      }
      let start = "/operator/reports/"
      guard path.hasPrefix(start), let id = Int64(path.dropFirst(start.count)), id > 0,
        path == "\(start)\(id)"
      else { return nil }
      self = .report(id)
    }
  }

  /// What is wrong with a body, in a sentence with the mend.
  enum Mistake: String, Error {
    case report = #"The body must be {"do":"close"}."#
    case bans =
      #"The body must be {"guest":"g_…","network":false,"hours":24} or {"do":"lift","id":1}, with hours from 1 to 720."#
  }

  case close(report: Int64)
  /// - network: also where they come from.
  case ban(GuestID, network: Bool, hours: Int)
  case lift(ban: Int64)

  static let bytesMax = 4_096
  /// The token once more.
  static let header = "operator-token"

  /// - Throws: what is wrong with it. A field that is not known is wrong as well: nobody may believe that it was heard.
  init(_ body: [UInt8], at place: Place) throws(Mistake) {
    let mistake: Mistake = if case .bans = place { .bans } else { .report }
    let said: Said
    do throws(JSONError) {
      said = try Said(body)
    } catch {
      throw mistake
    }
    switch (place, said.what) {
    case (.report(let id), "close"?) where said.isOnly(what: true): self = .close(report: id)
    case (.bans, "lift"?):
      guard let id = said.id, said.isOnly(what: true, id: true) else { throw mistake }
      self = .lift(ban: Int64(id))
    case (.bans, nil), (.bans, "ban"?):
      guard let guest = said.guest.flatMap({ GuestID($0) }), let hours = said.hours, said.id == nil,
        1...Bans.hoursMax ~= hours
      else { throw mistake }
      self = .ban(guest, network: said.network ?? false, hours: hours)
    default: throw mistake
    }
  }

  /// The fields of a body, each at most once.
  private struct Said {
    var what: String?
    var guest: String?
    var network: Bool?
    var hours: Int?
    var id: Int?

    func isOnly(what isWhat: Bool, id isID: Bool = false) -> Bool {
      (what != nil) == isWhat && (id != nil) == isID && guest == nil && network == nil && hours == nil
    }

    init(_ body: [UInt8]) throws(JSONError) {
      var json = JSONReader(body)
      try json.beginObject()
      while let key = try json.nextKey() {
        switch key {
        case "do" where what == nil: what = try json.readString(bytesMax: 64)
        case "guest" where guest == nil: guest = try json.readString(bytesMax: 64)
        case "network" where network == nil: network = try json.readBool()
        case "hours" where hours == nil: hours = try json.readInt()
        case "id" where id == nil: id = try json.readInt()
        default: throw JSONError(.unexpected, at: json.offset)
        }
      }
      try json.finish()
    }
  }
}
