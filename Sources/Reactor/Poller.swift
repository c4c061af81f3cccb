import CLinux
import Glibc

/// epoll: which descriptors are ready. Level-triggered, so nothing is lost when a turn stops reading early.
package struct Poller: ~Copyable {
  package struct Interest: OptionSet, Sendable {
    package let rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }
    package static let readable = Interest(rawValue: 1)
    package static let writable = Interest(rawValue: 2)
    /// Several pollers watch the same thing, and one of them is to be woken; only when it is registered.
    package static let exclusive = Interest(rawValue: 4)
  }

  package struct Ready {
    package let token: Token
    package let readable: Bool
    package let writable: Bool
    /// The peer is gone or the socket broken; reading tells which.
    package let broken: Bool
  }

  private let descriptor: Descriptor
  private let events: UnsafeMutableBufferPointer<epoll_event>

  /// - Parameter readyMax: how many ready descriptors one wait reports at most.
  package init(readyMax: Int = 512) throws(Errno) {
    let raw = epoll_create1(Int32(EPOLL_CLOEXEC))
    guard raw >= 0 else { throw Errno("epoll_create1") }
    descriptor = Descriptor(owning: raw)
    events = .allocate(capacity: readyMax)
    events.initialize(repeating: epoll_event())
  }

  deinit { events.deallocate() }

  package borrowing func register(_ raw: Int32, as token: Token, for interest: Interest) throws(Errno) {
    guard control(EPOLL_CTL_ADD, raw, token, interest) == 0 else { throw Errno("epoll_ctl add") }
  }

  package borrowing func rearm(_ raw: Int32, as token: Token, for interest: Interest) {
    let result = control(EPOLL_CTL_MOD, raw, token, interest)
    precondition(result == 0, "a registered descriptor can always be rearmed")
  }

  package borrowing func unregister(_ raw: Int32) {
    var event = epoll_event()
    _ = epoll_ctl(descriptor.raw, EPOLL_CTL_DEL, raw, &event)
  }

  /// Waits up to `milliseconds` (−1: for ever) and appends what is ready.
  package borrowing func wait(milliseconds: Int32, into ready: inout [Ready]) {
    let count = epoll_wait(descriptor.raw, events.baseAddress, Int32(events.count), milliseconds)
    // EINTR: nothing is ready, the next turn asks again.
    guard count > 0 else { return }
    for index in 0..<Int(count) {
      let mask = events[index].events
      ready.append(
        Ready(
          token: Token(bits: events[index].data.u64),
          readable: mask & (CLINUX_EPOLLIN | CLINUX_EPOLLRDHUP) != 0,
          writable: mask & CLINUX_EPOLLOUT != 0,
          broken: mask & (CLINUX_EPOLLERR | CLINUX_EPOLLHUP) != 0))
    }
  }

  private borrowing func control(
    _ operation: Int32, _ raw: Int32, _ token: Token, _ interest: Interest
  ) -> Int32 {
    var event = epoll_event()
    if interest.contains(.readable) { event.events |= CLINUX_EPOLLIN | CLINUX_EPOLLRDHUP }
    if interest.contains(.writable) { event.events |= CLINUX_EPOLLOUT }
    // The kernel takes nothing beside input and output together with this.
    if interest.contains(.exclusive) { event.events = CLINUX_EPOLLEXCLUSIVE | CLINUX_EPOLLIN }
    event.data.u64 = token.bits
    return epoll_ctl(descriptor.raw, operation, raw, &event)
  }
}
