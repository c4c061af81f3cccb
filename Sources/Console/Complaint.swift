package import ArgumentParser

/// How commands say that something is wrong: one sentence on standard error, and an exit status.
package enum Complaint {
  package static func fail(_ sentence: String, status: ExitCode = .failure) -> ExitCode {
    Output.complain("baize: \(sentence)")
    return status
  }
}
