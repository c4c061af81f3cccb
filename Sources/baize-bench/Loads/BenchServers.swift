import Console
import Foundation
import Load

/// A server under load: what it is called in tables, where it is, and its process if that is known.
struct Contestant {
  let name: String
  let target: Target
  let usage: ProcessUsage?
  /// Ends the server with the last copy.
  let process: ServerProcess?
}

/// Starts the servers of a measurement: ours first, then the peers, all alive together.
struct BenchServers {
  /// Where the paths of a lab begin on our server.
  static let labPrefix = "/lab"

  let options: BenchOptions
  private let scratch: Scratch
  /// Known from the start: once this thread is bound, it sees a single core.
  private let isPinned: Bool

  /// From here on Ctrl-C ends the measurement and what was started for it.
  ///
  /// - Parameter binds: whether a server has one core and the load another, unless the options say otherwise.
  init(_ options: BenchOptions, binds: Bool = true) throws {
    self.options = options
    scratch = try Scratch()
    isPinned = binds && options.pin && Cores.count > 1
    Interruption.listen()
    if isPinned { Cores.bind(to: 1) }
  }

  /// - Parameter prefix: before the paths on our server.
  func start(prefix: String = BenchServers.labPrefix) throws(LoadFailure) -> [Contestant] {
    var all = [try ours(prefix: prefix)]
    for command in options.peer { all.append(try peer(command)) }
    return all
  }

  /// - Parameters:
  ///   - name: what it is called, and its data.
  ///   - loops: nil: as many as it has by itself.
  ///   - flags: of `baize serve`, beside those that all have.
  func ours(
    prefix: String, named name: String = "baize", loops: Int? = 1, flags: [String] = []
  ) throws(LoadFailure) -> Contestant {
    if let url = options.url {
      let target = try Target(url)
      let usage = options.pid.map { ProcessUsage(process: $0) }
      return Contestant(
        name: target.place, target: target.prefix.isEmpty ? target.with(prefix: prefix) : target,
        usage: usage,
        process: nil)
    }
    let program = if let named = options.baize { named } else { try Self.programBeside() }
    let process = try ServerProcess(
      [
        program, "serve", "--lab", "--port", "0", "--data", scratch.data + "-" + name, "--public",
        scratch.publicFolder, "--log-level", "error",
      ] + (loops.map { ["--loops", "\($0)"] } ?? []) + flags, core: isPinned ? 0 : nil, saysPort: true)
    let target = Target(port: try process.portSaid(), prefix: prefix)
    return Contestant(name: name, target: target, usage: process.usage, process: process)
  }

  /// The `baize` that was built with this program.
  private static func programBeside() throws(LoadFailure) -> String {
    let program = ProgramFolder.url.appendingPathComponent("baize").path
    guard FileManager.default.isExecutableFile(atPath: program) else {
      throw .notStarted(program, why: "it is not there; build it with `make bench`, or name one with --baize")
    }
    return program
  }

  private func peer(_ command: String) throws(LoadFailure) -> Contestant {
    let port = try ServerProcess.freePort()
    let words = command.replacingOccurrences(of: "{port}", with: "\(port)")
    // `env` takes both a program and VAR=value before one, and becomes the program.
    let process = try ServerProcess(
      ["/bin/sh", "-c", "exec env \(words)"], core: isPinned ? 0 : nil, saysPort: false)
    let target = Target(port: port, prefix: options.peerPrefix)
    try process.wait(for: target)
    return Contestant(name: Self.name(of: command), target: target, usage: process.usage, process: process)
  }

  /// `GOMAXPROCS=1 ./gorilla {port} deflate` is called "gorilla deflate".
  static func name(of command: String) -> String {
    let words = command.split(separator: " ").filter { !$0.contains("=") && !$0.contains("{port}") }
    return words.map { $0.split(separator: "/").last.map(String.init) ?? String($0) }.joined(separator: " ")
  }
}

/// What a server that is only measured needs on the disk; gone with the last who uses it.
private final class Scratch {
  let data: String
  let publicFolder: String
  private let folder: URL

  init() throws {
    let files = FileManager.default
    folder = files.temporaryDirectory.appendingPathComponent("baize-bench-\(UUID().uuidString)")
    let page = folder.appendingPathComponent("public")
    try files.createDirectory(at: page, withIntermediateDirectories: true)
    data = folder.appendingPathComponent("data").path
    // The client where there is one, so that memory is what a host sees.
    if files.fileExists(atPath: "Public/index.html") {
      publicFolder = "Public"
    } else {
      try Data("<!doctype html>".utf8).write(to: page.appendingPathComponent("index.html"))
      publicFolder = page.path
    }
  }

  deinit { try? FileManager.default.removeItem(at: folder) }
}
