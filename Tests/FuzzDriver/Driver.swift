import FuzzTargets
import Glibc

/// libFuzzer, around one of the targets. Which one stands in the environment, for the arguments are libFuzzer's, and
/// it hands them on to the processes that it starts itself.
@main enum Driver {
  static func main() {
    guard target != nil else {
      say("BAIZE_FUZZ names no target; there are \(FuzzTarget.all.map(\.name))")
      exit(2)
    }
    var count = CommandLine.argc
    var arguments = CommandLine.unsafeArgv
    exit(runFuzzer(&count, &arguments, tryInput))
  }

  static let target = getenv("BAIZE_FUZZ").flatMap { FuzzTarget.named(String(cString: $0)) }

  static func say(_ words: String) {
    let line = Array("fuzz: \(words)\n".utf8)
    _ = write(STDERR_FILENO, line, line.count)
  }
}

/// Under the name by which libFuzzer's own `main`, which is linked but not used, would know it.
@_cdecl("LLVMFuzzerTestOneInput")
func tryInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  do throws(Broken) {
    try Driver.target?.check(UnsafeRawBufferPointer(start: start, count: count))
  } catch {
    Driver.say("\(Driver.target?.name ?? ""): this does not hold: \(error)")
    abort()
  }
  return 0
}

// `LLVMFuzzerRunDriver` of compiler-rt's FuzzerInterface: for programs that bring their own `main`, as SwiftPM's do.
@_silgen_name("LLVMFuzzerRunDriver") private func runFuzzer(
  _ count: UnsafeMutablePointer<Int32>,
  _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
  _ tryInput: @convention(c) (UnsafePointer<UInt8>?, Int) -> Int32
) -> Int32
