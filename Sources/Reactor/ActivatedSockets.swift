import Glibc

/// Listening sockets with which a service manager started this process (sd_listen_fds(3)): LISTEN_FDS of them, from
/// descriptor 3 on, if LISTEN_PID is this process.
package enum ActivatedSockets {
  /// What was passed on cannot be used; in a sentence.
  package struct Nonsense: Error, Equatable, CustomStringConvertible {
    package let description: String
  }

  /// One that was passed on, and what its unit calls it.
  package struct Named: Equatable {
    package let raw: Int32
    package let name: String
  }

  private static let firstRaw: Int32 = 3
  package static let countMax = 64

  /// What the environment says, none where it speaks of another process or says nothing.
  package static func read(
    count: String?, process: String?, names: String?, own: Int32
  ) throws(Nonsense) -> [Named] {
    guard let process, let count else { return [] }
    guard let meant = number(process) else {
      throw Nonsense(description: "LISTEN_PID must be the number of a process, not \"\(process)\"")
    }
    guard meant == own else { return [] }
    guard let count = number(count), (0...countMax).contains(count) else {
      throw Nonsense(description: "LISTEN_FDS must be 0 to \(countMax), not \"\(count)\"")
    }
    let names =
      names.map { $0.split(separator: ":", omittingEmptySubsequences: false).map(String.init) } ?? []
    return (0..<count).map { index in
      Named(raw: firstRaw + Int32(index), name: index < names.count ? names[index] : "unknown")
    }
  }

  /// Takes what was passed on to this process, which nobody takes twice. Call before any thread is started.
  package static func take() throws(Nonsense) -> [Listener] {
    func text(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
    let passed = try read(
      count: text("LISTEN_FDS"), process: text("LISTEN_PID"), names: text("LISTEN_FDNAMES"), own: getpid())
    for name in ["LISTEN_FDS", "LISTEN_PID", "LISTEN_FDNAMES"] { unsetenv(name) }
    var listeners: [Listener] = []
    for each in passed {
      do throws(Errno) {
        listeners.append(try Listener(inheriting: each.raw))
      } catch {
        throw Nonsense(
          description:
            "descriptor \(each.raw) (\(each.name)), which was passed on, is no listening stream socket; "
            + "the socket unit needs ListenStream= and Accept=no")
      }
    }
    return listeners
  }

  /// Digits alone.
  private static func number(_ text: String) -> Int? {
    guard (1...9).contains(text.utf8.count), text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
      return nil
    }
    return Int(text)
  }
}
