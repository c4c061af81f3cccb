import ArgumentParser
import Console
import Foundation

/// The folder of the browser client, for commands that serve it or read its words.
struct ClientOption: ParsableArguments {
  @Option(
    name: .customLong("public"),
    help: ArgumentHelp(
      "The folder of the browser client. By default it is the first of these that exists: Public beside the "
        + "program, ../share/baize/Public from there, ./Public.",
      valueName: "directory"),
    completion: .directory)
  private var flag: String?

  /// What was named, by a flag, in the environment or in the settings file. An empty variable names nothing.
  var named: String? { flag ?? Environment.text(.public).flatMap { $0.isEmpty ? nil : $0 } }

  /// - Throws: where nothing is named and no place has a client.
  func folder() throws -> String {
    if let named { return named }
    let places = Self.places(beside: ProgramFolder.url)
    if let place = places.first(where: { FileManager.default.fileExists(atPath: "\($0)/index.html") }) {
      return place
    }
    throw Complaint.fail(
      "the browser client is in none of these: \(places.joined(separator: ", ")); name its folder with --public"
    )
  }

  /// Where a client is looked for. An archive of both has it beside the program, an installation under the same prefix,
  /// and a clone in the folder that `make run` starts in.
  private static func places(beside program: URL) -> [String] {
    [
      program.appending(path: "Public").path,
      program.deletingLastPathComponent().appending(path: "share/baize/Public").path,
      "./Public",
    ]
  }
}
