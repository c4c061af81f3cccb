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
        baize serve --host 0.0.0.0 --public /usr/share/baize/Public
        baize serve --config /etc/baize/baize.conf --operator-token-file /etc/baize/token
        baize serve --listen unix:/run/baize/socket --trust-proxy unix
        baize serve --data /var/lib/baize --takeover
      """)

  private static let loopsRange = 1...64
  static let tableMemoryRange = 16...1_048_576
  static let blobMegabytesRange = 0...1_048_576
  static let connectionsRange = 1...1_000_000
  private static let drainSecondsRange = 0...600
  private static let compressions: [String: Configuration.Compression] = [
    "shared": .shared, "no-context": .noContext, "off": .off,
  ]

  @Option(help: ArgumentHelp("Address to listen on.", valueName: "address"))
  var host: String = Environment.text("HOST") ?? "127.0.0.1"

  @Option(help: ArgumentHelp("Port to listen on. 0 takes a free one.", valueName: "number"))
  var port: UInt16 = Environment.number("PORT", in: 0...UInt16.max) ?? 8080

  @Option(
    help: ArgumentHelp(
      "Where to listen instead of --host and --port: unix:PATH or ADDRESS:PORT.", valueName: "place"))
  var listen: String?

  @Option(
    help: ArgumentHelp("The mode of the Unix socket, as chmod takes it: who may connect.", valueName: "mode"))
  var listenMode: String = Environment.text("LISTEN_MODE") ?? "0660"

  @Option(
    help: ArgumentHelp(
      "A proxy whose X-Forwarded-For is trusted. unix trusts all who connect to the Unix socket. May be repeated.",
      valueName: "address[/bits]"))
  var trustProxy: [String] = Environment.list("TRUST_PROXY") ?? []

  @Option(
    help: ArgumentHelp(
      "The directory for all state: tables, and files dropped on boards.",
      valueName: "directory"))
  var data: String = Environment.text("DATA") ?? "./baize-data"

  @Flag(
    inversion: .prefixedNo,
    help: "Sync each move to the disk before anybody is told of it. Without it a power failure loses moves.")
  var fsync = Environment.truth("FSYNC") ?? true

  @OptionGroup var tables: TableOptions

  @Option(
    name: .customLong("public"),
    help: ArgumentHelp("The folder of the browser client.", valueName: "directory"))
  var publicFolder: String = Environment.text("PUBLIC") ?? "./Public"

  @Option(
    help: ArgumentHelp(
      "A folder with your own games of patience, each described in a .json file.", valueName: "directory"
    ))
  var games: String?

  @Option(help: ArgumentHelp("Event loops. The default is one per core.", valueName: "count"))
  var loops: Int =
    Environment.number("LOOPS", in: Serve.loopsRange) ?? ProcessInfo.processInfo.activeProcessorCount

  @Flag(
    inversion: .prefixedNo,
    help:
      "Take over from the server that uses this data directory. That one exits, and no connection is refused meanwhile."
  )
  var takeover = Environment.truth("TAKEOVER") ?? false

  @Option(
    help: ArgumentHelp(
      "Seconds over which shutdown notices to many connections are spread.", valueName: "count"))
  var drainSeconds: Int = Environment.number("DRAIN_SECONDS", in: Serve.drainSecondsRange) ?? 5

  @Option(help: ArgumentHelp("Another origin whose pages may connect. May be repeated.", valueName: "origin"))
  var allowOrigin: [String] = Environment.list("ALLOW_ORIGIN") ?? []

  @Option(
    help: ArgumentHelp(
      "Compression of messages to spectators: shared (one context for all of them), no-context, or off.",
      valueName: "way"))
  var compression: String = Environment.text("COMPRESSION") ?? "shared"

  @Flag(
    inversion: .prefixedNo,
    help: "Mount /lab/echo, /lab/sub and /lab/pub, for conformance tests and comparisons.")
  var lab = Environment.truth("LAB") ?? false

  @OptionGroup(title: "Limits that can change while the server runs")
  var limits: LimitOptions

  @OptionGroup(title: "For operators")
  var operation: OperatorOptions

  func validate() throws {
    var mistakes = Environment.mistakes + tables.mistakes
    if !Self.loopsRange.contains(loops) { mistakes.append("--loops must be 1 to 64, not \(loops)") }
    if !Self.drainSecondsRange.contains(drainSeconds) {
      mistakes.append("--drain-seconds must be 0 to 600, not \(drainSeconds)")
    }
    if let place = listen ?? Environment.text("LISTEN"), ListenPlace(place) == nil {
      let source = Environment.source(of: "LISTEN", isHere: listen == nil)
      mistakes.append("\(source) must be unix:PATH or ADDRESS:PORT, not \(place)")
    }
    if fileMode == nil {
      let source = Environment.source(of: "LISTEN_MODE", holding: listenMode)
      mistakes.append("\(source) must be like 0660, not \(listenMode)")
    }
    for proxy in trustProxy where Proxies(trusting: [proxy]) == nil {
      let isHere = Environment.list("TRUST_PROXY") == trustProxy
      let source = Environment.source(of: "TRUST_PROXY", isHere: isHere)
      mistakes.append("\(source) must be an address, a range like 10.0.0.0/8, or unix, not \(proxy)")
    }
    for origin in allowOrigin where !OriginPolicy.isOrigin(origin) {
      let isHere = Environment.list("ALLOW_ORIGIN") == allowOrigin
      let source = Environment.source(of: "ALLOW_ORIGIN", isHere: isHere)
      mistakes.append("\(source) must be whole, like https://play.example, not \(origin)")
    }
    if Self.compressions[compression] == nil {
      let source = Environment.source(of: "COMPRESSION", holding: compression)
      mistakes.append("\(source) must be shared, no-context or off, not \(compression)")
    }
    mistakes += limits.mistakes + operation.mistakes
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
    let games = try GameFolder.shelf(gamesFolder)
    let reloading = Reloading(first: self, games: games, sink: sink)
    var settings = settings
    settings.games = games
    try Running(
      settings: settings, publicFolder: publicFolder, dataDirectory: data, tables: tables.limits,
      syncs: fsync,
      log: sink.logger(), reload: reloading.reload, takesOver: takeover
    ).untilEnd()
  }

  var gamesFolder: String? { games ?? Environment.text("GAMES") }

  /// All of them as the server takes them.
  var settings: Server.Configuration {
    var settings = Configuration()
    settings.host = host
    settings.port = port
    switch (listen ?? Environment.text("LISTEN")).flatMap({ ListenPlace($0) }) {
    case .tcp(let host, let port): (settings.host, settings.port) = (host, port)
    case .unix(let path): settings.unixPath = path
    case nil: break
    }
    settings.unixMode = fileMode ?? settings.unixMode
    settings.proxies = Proxies(trusting: trustProxy) ?? settings.proxies
    settings.loops = loops
    settings.compression = Self.compressions[compression] ?? settings.compression
    settings.lab = lab
    settings.drainMilliseconds = Int64(drainSeconds) * 1000
    settings.originsAllowed = allowOrigin
    limits.set(&settings)
    settings.operatorToken = operation.token
    settings.version = Version.current
    settings.keepDays = tables.keepDays
    return settings
  }
}
