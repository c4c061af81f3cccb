import ArgumentParser
import Console

/// `baize bench …`, which measured until a program of its own did. Promise: it measures nothing, and says which
/// command does.
struct Bench: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bench", abstract: "Measuring has a program of its own: baize-bench.", shouldDisplay: false)

  @Argument(parsing: .captureForPassthrough)
  var arguments: [String] = []

  func run() throws {
    let command = (["baize-bench"] + arguments).joined(separator: " ")
    throw Complaint.fail(
      "measuring has a program of its own: \(command) (`make bench` builds it, beside baize)",
      status: .validationFailure)
  }
}
