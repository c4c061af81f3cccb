package import Foundation

/// The folder that the running program lies in. Links to the program are followed.
package enum ProgramFolder {
  package static var url: URL {
    URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
  }
}
