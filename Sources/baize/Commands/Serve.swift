import ArgumentParser
import Console
import Foundation
import Server
import WebSocket

struct Serve: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Start the server.",
    discussion: """
      Each setting can also come from the environment: BAIZE_PORT for --port,
      BAIZE_LAB=1 for --lab, BAIZE_ALLOW_ORIGIN with commas between several.
      Flags override the environment, which overrides the file of --config.

      Examples:
        baize serve
        baize serve --port 9000 --loops 2
        baize serve --data /var/lib/baize --blob-megabytes 500 --keep-days 90
        baize serve --compression off
        baize serve --host 0.0.0.0 --public ./my-client
        baize serve --config /etc/baize/baize.conf --operator-token-file /etc/baize/operator-token
        baize serve --config /etc/baize/baize.conf --check-settings
        baize serve --listen unix:/run/baize/socket --trust-proxy unix
        baize serve --data /var/lib/baize --takeover
      """)

  private static let compressions: [String: Configuration.Compression] = [
    "shared": .shared, "no-context": .noContext, "off": .off,
  ]

  @Option(.host, "127.0.0.1", "Address to listen on.", "address") var host: String

  @Option(.port, \.port, 0...65_535, usual: 8080, "Port to listen on. 0 takes a free one.", "number")
  var port: Int

  @Option(
    help: ArgumentHelp(
      "Where to listen instead of --host and --port: unix:PATH or ADDRESS:PORT.", valueName: "place"))
  var listen: String?

  @Option(.listenMode, "0660", "The mode of the Unix socket, as chmod takes it: who may connect.", "mode")
  var listenMode: String

  @Option(
    help: ArgumentHelp(
      "A proxy whose X-Forwarded-For is trusted. unix trusts all who connect to the Unix socket. May be repeated.",
      valueName: "address[/bits]"))
  var trustProxy: [String] = Environment.list(.trustProxy) ?? []

  @Option(
    .data, "./baize-data", "The directory for all state: tables, and files dropped on boards.", "directory",
    completion: .directory)
  var data: String

  @Flag(
    inversion: .prefixedNo,
    help: "Sync each move to the disk before anybody is told of it. Without it a power failure loses moves.")
  var fsync = Environment.truth(.fsync) ?? true

  @OptionGroup var tables: StorageOptions

  @OptionGroup var client: ClientOption

  @OptionGroup var games: GamesOption

  @Option(
    .loops, \.server.loops, 1...64, usual: ProcessInfo.processInfo.activeProcessorCount,
    "Event loops. The default is one per core.")
  var loops: Int

  @Flag(
    inversion: .prefixedNo,
    help:
      "Take over from the server that uses this data directory. That one exits, and no connection is refused meanwhile."
  )
  var takeover = Environment.truth(.takeover) ?? false

  @Option(
    .drainSeconds, \.server.drainSeconds, 0...600,
    "Seconds over which shutdown notices to many connections are spread.")
  var drainSeconds: Int

  @Option(help: ArgumentHelp("Another origin whose pages may connect. May be repeated.", valueName: "origin"))
  var allowOrigin: [String] = Environment.list(.allowOrigin) ?? []

  @Option(
    .compression, "shared",
    "Compression of messages to spectators: shared (one context for all of them), no-context, or off.", "way",
    completion: .list(compressions.keys.sorted()))
  var compression: String

  @Flag(
    inversion: .prefixedNo,
    help: "Mount /lab/echo, /lab/sub and /lab/pub, for conformance tests and comparisons.")
  var lab = Environment.truth(.lab) ?? false

  @Flag(help: "Check all settings, then the games and the browser client, and exit.")
  var checkSettings = false

  @OptionGroup(title: "The solver") var solver: SolverOptions

  @OptionGroup(title: "Limits that can change while the server runs")
  var limits: LimitOptions

  @OptionGroup(title: "For operators")
  var operation: OperatorOptions

  func validate() throws {
    var mistakes =
      Environment.mistakes + tables.mistakesInAmounts + solver.mistakesInAmounts + mistakesInAmounts
    func complain(_ setting: Setting, _ value: String, isHere: Bool? = nil, mustBe wanted: String) {
      mistakes.append(Environment.mistake(in: setting, value, isHere: isHere, mustBe: wanted))
    }
    if let place = listen ?? Environment.text(.listen), ListenPlace(place) == nil {
      complain(.listen, place, isHere: listen == nil, mustBe: "unix:PATH or ADDRESS:PORT")
    }
    if fileMode == nil { complain(.listenMode, listenMode, mustBe: "like 0660") }
    for proxy in trustProxy where Proxies(trusting: [proxy]) == nil {
      let isHere = Environment.list(.trustProxy) == trustProxy
      complain(.trustProxy, proxy, isHere: isHere, mustBe: "an address, a range like 10.0.0.0/8, or unix")
    }
    for origin in allowOrigin where !OriginPolicy.isOrigin(origin) {
      let isHere = Environment.list(.allowOrigin) == allowOrigin
      complain(.allowOrigin, origin, isHere: isHere, mustBe: "whole, like https://play.example")
    }
    if Self.compressions[compression] == nil {
      complain(.compression, compression, mustBe: "shared, no-context or off")
    }
    mistakes += limits.mistakesInAmounts + operation.mistakes
    guard mistakes.isEmpty else { throw ValidationError(mistakes.joined(separator: "\n       ")) }
  }

  /// Permissions in octal digits, with or without a leading zero; nothing but those of user, group and others.
  private var fileMode: UInt32? {
    guard (3...4).contains(listenMode.utf8.count), listenMode.utf8.allSatisfy({ (0x30...0x37).contains($0) }),
      let mode = UInt32(listenMode, radix: 8), mode <= 0o777
    else { return nil }
    return mode
  }

  func run() throws {
    let sink = LogSink(level: operation.level ?? .info, format: operation.format ?? .text) { Output.log($0) }
    let shelf = try games.shelf()
    let folder = try client.folder()
    if checkSettings { return try check(folder) }
    let reloading = Reloading(first: self, games: shelf, sink: sink)
    var settings = settings
    settings.server.games = shelf
    try Running(
      settings: settings.server, publicFolder: folder, dataDirectory: data, tables: settings.tables,
      syncs: fsync, log: sink.logger(), reload: reloading.reload, takesOver: takeover
    ).untilEnd()
  }

  /// All else was checked when the command line was read.
  private func check(_ folder: String) throws {
    do throws(PublicFolder.Unreadable) {
      _ = try PublicFolder(folder)
    } catch {
      throw Complaint.fail("\(error)")
    }
    Output.say("baize: the settings are valid")
  }

  /// All of them as the server takes them.
  var settings: ServeSettings {
    var settings = ServeSettings()
    setAmounts(in: &settings)
    tables.setAmounts(in: &settings)
    solver.setAmounts(in: &settings)
    limits.setAmounts(in: &settings)
    settings.server.host = host
    switch (listen ?? Environment.text(.listen)).flatMap({ ListenPlace($0) }) {
    case .tcp(let host, let port): (settings.server.host, settings.server.port) = (host, port)
    case .unix(let path): settings.server.unixPath = path
    case nil: break
    }
    settings.server.unixMode = fileMode ?? settings.server.unixMode
    settings.server.proxies = Proxies(trusting: trustProxy) ?? settings.server.proxies
    settings.server.compression = Self.compressions[compression] ?? settings.server.compression
    settings.server.lab = lab
    settings.server.originsAllowed = allowOrigin
    settings.server.operatorToken = operation.token
    settings.server.version = Version.current
    return settings
  }
}
