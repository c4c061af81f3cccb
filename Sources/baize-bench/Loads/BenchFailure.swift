import ArgumentParser
import Console
import Load

/// How a measurement ends that did not come to its end.
enum BenchFailure {
  static func told(_ body: () throws -> Void) throws {
    do {
      try body()
    } catch let failure as LoadFailure {
      if failure == .interrupted { throw ExitCode(130) }
      throw Complaint.fail("\(failure)")
    }
  }
}
