package import ArgumentParser

/// How commands say that something is wrong: one sentence on standard error, and an exit status.
package enum Complaint {
  /// The program that speaks, as it was called.
  private static let program =
    CommandLine.arguments.first?.split(separator: "/").last.map(String.init) ?? "baize"

  package static func fail(_ sentence: String, status: ExitCode = .failure) -> ExitCode {
    Output.complain("\(program): \(sentence)")
    return status
  }
}
