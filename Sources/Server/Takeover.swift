import Reactor

/// A running server's place, offered to this process.
/// Promise: until `take` the running one goes on; a successor that lets go of an offer has changed nothing.
package final class Takeover {
  /// Why it cannot be taken over from, in a sentence.
  package struct Refused: Error, CustomStringConvertible {
    package let description: String
  }

  package let sockets: SocketsLeft
  private let line: LocalLine

  /// - Returns: nil when no server answers for this directory.
  package static func ask(in directory: String) throws(Refused) -> Takeover? {
    let path = directory + "/" + ControlDesk.fileName
    let line: LocalLine
    do throws(Errno) {
      line = try LocalLine(calling: path)
    } catch {
      if error.isMissing || error.isRefused { return nil }
      throw Refused(
        description: "the server of \(directory) cannot be asked for a takeover (\(error) at \(path))")
    }
    return try Takeover(line)
  }

  private init(_ line: LocalLine) throws(Refused) {
    self.line = line
    try Self.say(ControlDesk.request, on: line)
    guard let answer = line.hear(within: ControlDesk.patienceMilliseconds) else {
      throw Refused(
        description: "the running server does not answer the takeover request; stop it instead")
    }
    let words = answer.text.split(separator: " ")
    guard words.count == 3, words[0] == "sockets", let count = Int(words[1]), count == answer.passed.count,
      count > 0, words[2] == "owned" || words[2] == "kept"
    else {
      throw Refused(
        description: "the running server refused the takeover: it said \"\(answer.text)\"")
    }
    var listeners: [Listener] = []
    var failure: Errno?
    // Each of them has an owner now, also behind one that is of no use.
    for raw in answer.passed.take() {
      do throws(Errno) {
        listeners.append(try Listener(inheriting: raw))
      } catch {
        failure = error
      }
    }
    if let failure {
      throw Refused(description: "the running server gave away what is no listening socket (\(failure))")
    }
    sockets = SocketsLeft(listeners, areKept: words[2] == "kept")
  }

  /// The running server stops, and leaves its sockets to this process.
  package func take() throws(Refused) {
    try Self.say(ControlDesk.go, on: line)
  }

  private static func say(_ text: String, on line: LocalLine) throws(Refused) {
    do throws(Errno) {
      try line.say(text)
    } catch {
      throw Refused(description: "the running server ended during the takeover (\(error))")
    }
  }
}
