import Glibc
import Synchronization
import Testing

@testable import Reactor

@Suite struct `Time` {
  @Test func `The monotonic clock never goes back`() {
    var last = Instant.now()
    for _ in 0..<1_000 {
      let now = Instant.now()
      #expect(now >= last)
      last = now
    }
  }

  @Test func `is counted in milliseconds`() {
    let start = Instant(milliseconds: 1_000)
    #expect(start + 250 == Instant(milliseconds: 1_250))
    #expect((start + 250) - start == 250)
    #expect(start - (start + 250) == -250)
    #expect(start < start + 1)
    #expect(!(start < start))
  }

  @Test(arguments: [-1, 0, 1, 30]) func `is slept through for as long as was said`(milliseconds: Int) {
    let start = Instant.now()
    Instant.sleep(milliseconds: milliseconds)
    #expect(Instant.now() - start >= Int64(milliseconds))
  }

  @Test func `is slept through although signals come`() {
    signal(SIGUSR1) { _ in }
    let sleeper = Atomic<UInt>(0)
    let slept = Atomic<Int64>(0)
    let thread = Thread(name: "sleeper") {
      // Threads of a test inherit that signals are blocked.
      var signals = sigset_t()
      sigaddset(&signals, SIGUSR1)
      pthread_sigmask(SIG_UNBLOCK, &signals, nil)
      let start = Instant.now()
      sleeper.store(UInt(pthread_self()), ordering: .releasing)
      Instant.sleep(milliseconds: 100)
      slept.store(Instant.now() - start, ordering: .relaxed)
    }
    while sleeper.load(ordering: .acquiring) == 0 { sched_yield() }
    for _ in 0..<5 {
      Instant.sleep(milliseconds: 5)
      pthread_kill(pthread_t(sleeper.load(ordering: .relaxed)), SIGUSR1)
    }
    thread.join()
    #expect(slept.load(ordering: .relaxed) >= 100)
  }

  @Test func `The wall clock shows a date after 2023`() {
    #expect(Instant.wallMilliseconds() > 1_700_000_000_000)
  }

  @Test(
    arguments: [
      (0, "Thu, 01 Jan 1970 00:00:00 GMT"), (784_111_777_000, "Sun, 06 Nov 1994 08:49:37 GMT"),
      (951_782_400_999, "Tue, 29 Feb 2000 00:00:00 GMT"),
      (1_709_251_199_999, "Thu, 29 Feb 2024 23:59:59 GMT"),
      (4_102_444_800_000, "Fri, 01 Jan 2100 00:00:00 GMT"),
    ] as [(Int64, String)])
  func `has the form of HTTP in a Date header`(wall: Int64, date: String) {
    #expect(httpDate(wallMilliseconds: wall) == date)
  }
}

@Suite struct `An error of the system` {
  @Test func `says what it means`() {
    #expect(Errno("bind", code: EADDRINUSE).isAddressInUse)
    #expect(Errno("bind", code: EACCES).isPermissionDenied)
    #expect(!Errno("bind", code: ENOENT).isAddressInUse)
    #expect(!Errno("bind", code: ENOENT).isPermissionDenied)
    #expect(Errno("open", code: ENOENT).description == "open: No such file or directory")
  }
}

@Suite struct `A thread` {
  @Test func `has done its work when it is joined`() {
    let done = Atomic<Int>(0)
    let threads = (0..<4).map { _ in
      Thread(name: "worker") { for _ in 0..<1_000 { done.add(1, ordering: .relaxed) } }
    }
    for thread in threads { thread.join() }
    #expect(done.load(ordering: .relaxed) == 4_000)
  }
}

@Suite struct `Random bytes` {
  @Test(arguments: [0, 1, 7, 8, 9, 48]) func `are as many as asked for`(count: Int) {
    #expect(systemRandomBytes(count).count == count)
  }

  @Test func `are not the same twice`() {
    #expect(systemRandomBytes(32) != systemRandomBytes(32))
  }
}
