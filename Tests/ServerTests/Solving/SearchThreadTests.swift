import Foundation
import Glibc
import Testing

@testable import Server

@Suite struct `A thread that searches` {
  @Test func `runs bodies one after the other, elsewhere, and gives back what they return`() {
    let thread = SearchThread(name: "test-search", nice: 1)
    defer { thread.end() }
    let here = pthread_self()
    var sum = 0
    for number in 1...100 {
      let (there, square) = thread.run { (pthread_self(), number * number) }
      #expect(pthread_equal(here, there) == 0)
      sum += square
    }
    #expect(sum == 338_350)
  }

  @Test func `gets only what nobody else wants of the cores, and its caller keeps its share`() {
    let thread = SearchThread(name: "test-search", nice: SearchThread.idle)
    defer { thread.end() }
    // Linux's number for SCHED_IDLE, which Swift does not see.
    let idle: Int32 = 5
    #expect(thread.run { sched_getscheduler(0) } == idle)
    #expect(sched_getscheduler(0) != idle)
  }

  @Test func `has ended when it is told to`() throws {
    let count = try threads()
    let thread = SearchThread(name: "test-end", nice: 1)
    thread.run {}
    #expect(try threads() == count + 1)
    thread.end()
    #expect(try threads() == count)
  }

  /// How many threads of that name this process has.
  private func threads() throws -> Int {
    let tasks = "/proc/self/task"
    return try FileManager.default.contentsOfDirectory(atPath: tasks).filter {
      (try? String(contentsOfFile: "\(tasks)/\($0)/comm", encoding: .utf8)) == "test-end\n"
    }.count
  }
}
