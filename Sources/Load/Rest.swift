import CLinux
import Glibc

/// Sleeps until any of several fleets has something to read. Polling the fleets in turn would take time from the
/// server's cores, which are what is measured.
final class Rest {
  private let epoll: Int32

  /// - Parameter fleets: one may be named twice.
  init(_ fleets: [Fleet]) {
    epoll = epoll_create1(Int32(EPOLL_CLOEXEC))
    precondition(epoll >= 0, "there is a descriptor left: fleets have taken theirs")
    for waited in Set(fleets.map(\.epoll)) {
      var event = epoll_event()
      event.events = CLINUX_EPOLLIN
      let result = epoll_ctl(epoll, EPOLL_CTL_ADD, waited, &event)
      precondition(result == 0, "an epoll can be waited for with another")
    }
  }

  deinit { close(epoll) }

  func sleep(nanoseconds: UInt64) {
    var event = epoll_event()
    _ = clinux_wait_nanoseconds(epoll, &event, 1, Int64(nanoseconds))
  }
}
