import ArgumentParser
import Console
import Foundation
import Load
import Wire

struct BenchDeflate: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "deflate",
    abstract: "Measure how small compression makes the moves of real games, and for how much CPU time.",
    discussion: """
      Bots play the same games three times. Their spectators receive messages uncompressed, then compressed each by
      itself, as other servers do it, and then in the stream that all spectators share. The figures count events, frame
      headers and all other messages of that time. What a spectator receives on joining is shown apart, for a game that
      is watched from beginning to end.

      Examples:
        baize-bench deflate
        baize-bench deflate --games 20 --watchers 50

      Exit status: 0; 1 when a server fails; 64 for a command line that is not understood.
      """)

  @Option(
    help: ArgumentHelp("How many games are played. Their deals are 1, 2, 3 and so on.", valueName: "count"))
  var games = 8

  @Option(help: ArgumentHelp("How many spectators watch each game.", valueName: "count"))
  var watchers = 25

  @Option(help: ArgumentHelp("The game that is played.", valueName: "game"))
  var game = "klondike"

  @Flag(help: "Print the figures as one JSON object.")
  var json = false

  /// How the watchers of one round take what they are told.
  private enum Taking: String, CaseIterable {
    case plain
    case withoutMemory = "without memory"
    case shared
  }

  private struct Row: Encodable {
    let taking: String
    let eventsPerWatcher: Double
    /// Of an event, with its frame's header.
    let bytesPerEvent: Double
    let headerBytesPerEvent: Double
    /// What a newcomer is told.
    let bytesPerJoin: Double
    /// Everything after joining, and with it, for each event.
    let allBytesPerEvent: Double
    let withJoinPerEvent: Double
    let cpuMicrosecondsPerEvent: Double
  }

  func validate() throws {
    var mistakes: [String] = []
    if !(1...64).contains(games) { mistakes.append("--games must be 1 to 64, not \(games)") }
    if !(1...1000).contains(watchers) { mistakes.append("--watchers must be 1 to 1000, not \(watchers)") }
    guard mistakes.isEmpty else { throw ValidationError(mistakes.joined(separator: "\n       ")) }
  }

  func run() throws {
    try BenchFailure.told { try measure() }
  }

  private func measure() throws {
    var rows: [Row] = []
    if !json {
      Output.say("\(games) games, each watched by \(watchers): bytes for each event")
      Output.say(Measuring.row("", "event", "its header", "all in", "with joining", "a join", "CPU, all"))
    }
    for taking in Taking.allCases {
      let row = try round(taking)
      rows.append(row)
      guard !json else { continue }
      Output.say(
        Measuring.row(
          taking.rawValue, bytes(row.bytesPerEvent), bytes(row.headerBytesPerEvent),
          bytes(row.allBytesPerEvent),
          bytes(row.withJoinPerEvent), bytes(row.bytesPerJoin),
          String(format: "%.1f µs", row.cpuMicrosecondsPerEvent)))
    }
    if json { return try Measuring.json(["rows": rows]) }
    Output.say(
      String(
        format: "shared ÷ without memory, all in: %.2f; with joining: %.2f",
        rows[2].allBytesPerEvent / rows[1].allBytesPerEvent,
        rows[2].withJoinPerEvent / rows[1].withJoinPerEvent))
  }

  private func bytes(_ count: Double) -> String { String(format: "%.1f", count) }

  private func round(_ taking: Taking) throws -> Row {
    let server = try BenchServers(BenchOptions.parse([])).ours(prefix: "")
    let played = try BenchGames(games, of: try Complaint.ruleset(game), on: server.target)
    let tables = BenchTables.watched(played.rooms)
    let fleet = try Fleet(
      server.target, path: "/ws", count: games * watchers, style: style(taking, tables))
    try fleet.settle()
    let joined = fleet.bytesHeard
    let before = fleet.counted
    let cpu = server.usage?.cpuNanoseconds() ?? 0
    played.start()
    try fleet.hear { !played.areOver }
    try played.check()
    try fleet.settle()
    let spent = (server.usage?.cpuNanoseconds() ?? 0) - cpu
    let events = Double(fleet.counted.messages - before.messages)
    let all = Double(fleet.bytesHeard - joined)
    let joins = Double(joined - fleet.bytesShaken)
    return Row(
      taking: taking.rawValue, eventsPerWatcher: events / Double(fleet.count),
      bytesPerEvent: Double(fleet.counted.bytes - before.bytes) / events,
      headerBytesPerEvent: Double(fleet.counted.headerBytes - before.headerBytes) / events,
      bytesPerJoin: joins / Double(fleet.count), allBytesPerEvent: all / events,
      withJoinPerEvent: (all + joins) / events,
      cpuMicrosecondsPerEvent: Double(spent) / 1000 / (events / Double(watchers)))
  }

  private func style(_ taking: Taking, _ greetings: [[UInt8]]) -> Fleet.Style {
    var style = Fleet.Style()
    style.subprotocol = WireProtocol.name
    style.counting = "{\"t\":\"ev"
    style.offersDeflate = taking != .plain
    style.wantsNoContext = taking == .withoutMemory
    style.greeting = { greetings[$0 % greetings.count] }
    return style
  }
}
