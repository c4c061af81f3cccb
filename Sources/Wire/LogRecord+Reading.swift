import Bytes
import JSON

extension LogRecord {
  /// Reads one record, of this format or an older one.
  ///
  /// - Throws: `BadMessage` for anything else, also for a record of a program that is newer than this one.
  package static func read(_ line: [UInt8]) throws(BadMessage) -> LogRecord {
    let fields = try Fields(line)
    let format = try fields.integer("f", in: 1...Int.max)
    guard format <= Self.format else {
      throw BadMessage("the record's format is \(format), and this program knows up to \(Self.format)")
    }
    switch try fields.text("k") {
    case "open": return .opening(try Opening(fields))
    case "cmd": return .command(try CommandLogged(fields))
    case "seats": return .seats(try SeatsLogged(fields))
    case "answer": return .answered(try AnsweredLogged(fields))
    case "forgotten": return .forgotten
    case let kind: throw BadMessage("there is no record of the kind \"\(kind)\"")
    }
  }

  /// Whether a line begins as an `answered` does: most records are commands, and need not be read to be told from it.
  package static func mayBeAnswer(_ line: [UInt8]) -> Bool {
    line.starts(with: answerStart)
  }

  /// Without `}` and the end of the line.
  private static let answerStart = LogRecord.answered(AnsweredLogged()).line().dropLast(2)

  private static let words = 0...Int(UInt32.max)

  fileprivate static func word(_ key: String, in fields: Fields) throws(BadMessage) -> UInt32 {
    UInt32(try fields.integer(key, in: words))
  }

  fileprivate static func secret(in fields: Fields) throws(BadMessage) -> Secret {
    var secret = Secret()
    if let seed = try fields.optionalText("seed") {
      secret.reveal = Reveal(seed: seed, salt: try fields.text("salt"))
    }
    if let text = try fields.optionalText("board") {
      guard let seed = UInt64(text) else { throw BadMessage("\"board\" must be a number of 64 bits") }
      secret.seed = seed
    }
    if let text = try fields.optionalText("description", bytesMax: WireLimits.serverMessageBytesMax) {
      guard let bytes = Base64.decode(text) else { throw BadMessage("\"description\" must be Base64") }
      secret.description = bytes
    }
    return secret
  }
}

extension LogRecord.Opening {
  fileprivate init(_ fields: Fields) throws(BadMessage) {
    self.init(
      try ClientMessage.openTable(fields), secret: try LogRecord.secret(in: fields),
      epoch: try LogRecord.word("epoch", in: fields), opener: try fields.text("opener"))
  }
}

extension LogRecord.CommandLogged {
  fileprivate init(_ fields: Fields) throws(BadMessage) {
    self.init(
      try ClientMessage.command(fields, textBytesMax: WireLimits.serverMessageBytesMax),
      seat: try fields.integer("by", in: 0...WireLimits.seatsMax - 1),
      clockMilliseconds: try fields.integer("clock", in: 0...Int.max),
      secret: try LogRecord.secret(in: fields), drag: nil, hash: try LogRecord.word("hash", in: fields))
    guard case .drop(let number, _) = command.operation else { return }
    let items = try fields.array("lifted", countMax: WireLimits.liftedMax) { reader throws(JSONError) in
      try reader.readInt()
    }
    guard let lifted = items.first else { throw BadMessage("\"lifted\" must name the item of the drop") }
    var drag = LogRecord.DragLogged(lifted: lifted, items: Array(items.dropFirst()))
    if fields.has("hover") {
      drag.hover = try ClientMessage.hover(try fields.object("hover"), of: number)
    }
    self.drag = drag
  }
}

extension LogRecord.AnsweredLogged {
  fileprivate init(_ fields: Fields) throws(BadMessage) {
    guard let text = try fields.optionalText("code") else {
      self.init()
      return
    }
    guard let code = RefusalCode(rawValue: text) else {
      throw BadMessage("nothing is refused as \"\(text)\"")
    }
    self.init(code: code, why: try fields.optionalText("why", bytesMax: WireLimits.serverMessageBytesMax))
  }
}

extension LogRecord.SeatsLogged {
  fileprivate init(_ fields: Fields) throws(BadMessage) {
    let holders = try fields.array("seats", countMax: WireLimits.seatsMax) { reader throws(JSONError) in
      try Self.holder(from: &reader)
    }
    let last = try fields.array("last", countMax: WireLimits.seatsMax) { reader throws(JSONError) in
      try reader.readString(bytesMax: WireLimits.identifierBytesMax)
    }
    guard holders.count == last.count else { throw BadMessage("\"seats\" and \"last\" differ in length") }
    self.init(
      holders: holders.map { $0.person }, lastGuests: last.map { $0.isEmpty ? nil : $0 },
      clockMilliseconds: try fields.integer("clock", in: 0...Int.max))
  }

  private struct Holder { let person: Person? }

  /// `[]` or `[id, name, kind]`; nil for anything else.
  private static func holder(from reader: inout JSONReader) throws(JSONError) -> Holder? {
    try reader.beginArray()
    var texts: [String] = []
    while try reader.nextElement() {
      guard texts.count < 3 else { return nil }
      texts.append(try reader.readString(bytesMax: WireLimits.nameBytesMax))
    }
    if texts.isEmpty { return Holder(person: nil) }
    guard texts.count == 3, let kind = Person.Kind(rawValue: texts[2]) else { return nil }
    return Holder(person: Person(id: texts[0], name: texts[1], kind: kind))
  }
}
