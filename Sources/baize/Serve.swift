import ArgumentParser
import Foundation
import Logging
import Server

struct Serve: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Start the server.",
    discussion: """
      Every setting can also come from the environment: BAIZE_PORT for --port,
      BAIZE_LAB=1 for --lab, BAIZE_ALLOW_ORIGIN with commas between several.
      A flag wins.

      Examples:
        baize serve
        baize serve --port 9000 --loops 2
        baize serve --data /var/lib/baize --blob-megabytes 500
        baize serve --host 0.0.0.0 --public /usr/share/baize/Public
      """)

  private static let loopsRange = 1...64
  private static let blobMegabytesRange = 0...1_048_576

  @Option(help: ArgumentHelp("Address to listen on.", valueName: "address"))
  var host: String = Environment.text("HOST") ?? "127.0.0.1"

  @Option(help: ArgumentHelp("Port to listen on; 0 takes a free one.", valueName: "number"))
  var port: UInt16 = Environment.number("PORT", in: 0...UInt16.max) ?? 8080

  @Option(
    help: ArgumentHelp(
      "The one directory for all state: what people drop on boards is kept there, tables in memory.",
      valueName: "directory"))
  var data: String = Environment.text("DATA") ?? "./baize-data"

  @Option(
    name: .customLong("public"), help: ArgumentHelp("The browser client's folder.", valueName: "directory"))
  var publicFolder: String = Environment.text("PUBLIC") ?? "./Public"

  @Option(help: ArgumentHelp("Event loops; as many as the machine has cores by default.", valueName: "count"))
  var loops: Int =
    Environment.number("LOOPS", in: Serve.loopsRange) ?? ProcessInfo.processInfo.activeProcessorCount

  @Option(
    help: ArgumentHelp("What all dropped files together may take of the disk.", valueName: "megabytes"))
  var blobMegabytes: Int = Environment.number("BLOB_MEGABYTES", in: Serve.blobMegabytesRange) ?? 2048

  @Option(help: ArgumentHelp("Another origin whose pages may connect; may be repeated.", valueName: "origin"))
  var allowOrigin: [String] = Environment.list("ALLOW_ORIGIN") ?? []

  @Flag(inversion: .prefixedNo, help: "Mount /lab/echo, for conformance tests and comparisons.")
  var lab = Environment.truth("LAB") ?? false

  @Option(help: ArgumentHelp("trace, debug, info, notice, warning, error or critical.", valueName: "level"))
  var logLevel: String = Environment.text("LOG_LEVEL") ?? "info"

  func validate() throws {
    var mistakes = Environment.mistakes
    if !Self.loopsRange.contains(loops) { mistakes.append("--loops must be 1 to 64, not \(loops)") }
    if !Self.blobMegabytesRange.contains(blobMegabytes) {
      mistakes.append("--blob-megabytes must be 0 to 1048576, not \(blobMegabytes)")
    }
    if Logger.Level(rawValue: logLevel) == nil {
      mistakes.append(
        "--log-level must be trace, debug, info, notice, warning, error or critical, not \(logLevel)")
    }
    guard mistakes.isEmpty else { throw ValidationError(mistakes.joined(separator: "\n       ")) }
  }

  func run() throws {
    var log = Logger(label: "baize", factory: { StreamLogHandler.standardError(label: $0) })
    log.logLevel = Logger.Level(rawValue: logLevel) ?? .info
    var settings = Configuration()
    settings.host = host
    settings.port = port
    settings.loops = loops
    settings.lab = lab
    settings.blobs.bytesMax = blobMegabytes * 1024 * 1024
    settings.originsAllowed = allowOrigin
    settings.version = Baize.version
    try Running(settings: settings, publicFolder: publicFolder, dataDirectory: data, log: log).untilEnd()
  }
}
