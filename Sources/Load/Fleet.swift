import CLinux
import Glibc

/// Many connections to one path of a server, read in `turn` on the caller's thread. It has sockets of its own, so that
/// what measures shares nothing with what is measured.
/// Invariant: a line that is registered is open; what is heard is told once.
package final class Fleet {
  package struct Style {
    package var offersDeflate = false
    /// Only of compression without memory of messages before.
    package var wantsNoContext = false
    package var subprotocol: String?
    /// What each line sends as soon as the server agrees.
    package var greeting: ((Int) -> [UInt8])?
    /// Shakes hands and never reads again.
    package var isDeaf = false
    /// Eight bytes with which a text begins that counts; nil counts every message.
    package var counting: StaticString?

    package init() {}
  }

  package struct Counted: Equatable, Sendable {
    package var messages = 0
    package var bytes = 0
    package var headerBytes = 0
  }

  /// Bytes read at once, from whichever line.
  private static let roomBytes = 512 * 1024
  /// In front of them: what was carried over from the read before.
  static let carryBytesMax = 256
  private static let readyMax = 256

  package let path: String
  package let count: Int
  package let style: Style
  let target: Target
  /// Lines that other fleets have opened to the same server before, for the choice of our addresses.
  let firstSource: Int
  let counting: FramePass.Counting
  let epoll: Int32
  let lines: UnsafeMutablePointer<Line>
  private let events: UnsafeMutablePointer<epoll_event>
  private let room: UnsafeMutablePointer<UInt8>
  private var carried: [Int: [UInt8]] = [:]
  private var unsent: [Int: [UInt8]] = [:]
  /// All bytes that came, frame headers included.
  package private(set) var bytesHeard = 0
  /// Messages that counted, their bytes, and of these the frame headers.
  package private(set) var counted = Counted()
  /// Lines to whose handshake the server has agreed.
  var opened = 0
  /// Of the bytes heard, those of the answers to handshakes.
  package internal(set) var bytesShaken = 0
  /// Answers to handshakes that were cut.
  var answers: [Int: [UInt8]] = [:]

  /// Connects all lines, and waits until the server has agreed to each.
  package init(
    _ target: Target, path: String, count: Int, style: Style = Style(), firstSource: Int = 0
  ) throws(LoadFailure) {
    self.firstSource = firstSource
    self.target = target
    self.path = target.prefix + path
    self.count = count
    self.style = style
    counting = style.counting.map { .beginning($0) } ?? .messages
    epoll = epoll_create1(Int32(EPOLL_CLOEXEC))
    guard epoll >= 0 else { throw .system("epoll_create1 failed") }
    lines = .allocate(capacity: max(1, count))
    lines.initialize(repeating: Line(socket: -1), count: max(1, count))
    events = .allocate(capacity: Self.readyMax)
    events.initialize(repeating: epoll_event(), count: Self.readyMax)
    room = .allocate(capacity: Self.carryBytesMax + Self.roomBytes)
    room.initialize(repeating: 0, count: Self.carryBytesMax + Self.roomBytes)
    try open()
  }

  deinit {
    for index in 0..<count where lines[index].socket >= 0 { close(lines[index].socket) }
    close(epoll)
    lines.deallocate()
    events.deallocate()
    room.deallocate()
  }

  // MARK: - Hearing

  /// Takes what has arrived, from at most `readsMax` lines, and tells it.
  /// - Parameter nanoseconds: how long to wait for the first.
  /// - Returns: how many lines had something.
  @discardableResult
  func turn<Listener: Hearer>(
    _ listener: Listener, waiting nanoseconds: Int64, readsMax: Int = 256
  ) throws(LoadFailure) -> Int {
    try Interruption.check()
    let wanted = Int32(min(readsMax, Self.readyMax))
    let ready = Int(clinux_wait_nanoseconds(epoll, events, wanted, nanoseconds))
    guard ready > 0 else { return 0 }
    for place in 0..<ready {
      let index = Int(events[place].data.u32)
      if events[place].events & CLINUX_EPOLLOUT != 0 { flush(index) }
      try receive(index, listener)
    }
    return ready
  }

  private func receive<Listener: Hearer>(_ index: Int, _ listener: Listener) throws(LoadFailure) {
    let line = lines + index
    let carry = line.pointee.isCarrying ? restore(index) : 0
    let fresh = room + Self.carryBytesMax
    let got = recv(line.pointee.socket, fresh, Self.roomBytes, Int32(MSG_DONTWAIT))
    guard got > 0 else {
      if carry > 0 { keep(index, fresh - carry, carry) }
      return try end(index, got)
    }
    bytesHeard &+= got
    let heard =
      line.pointee.phase == .open
      ? pass(index, fresh - carry, carry &+ got) : try shake(index, fresh - carry, carry &+ got)
    if heard > 0 { try listener.heard(heard, on: index, of: self) }
  }

  private func end(_ index: Int, _ got: Int) throws(LoadFailure) {
    if got < 0, errno == EAGAIN || errno == EINTR { return }
    lines[index].phase = .ended
    _ = epoll_ctl(epoll, EPOLL_CTL_DEL, lines[index].socket, nil)
    throw .ended(path)
  }

  /// - Returns: how many messages that count became whole.
  func pass(_ index: Int, _ bytes: UnsafePointer<UInt8>, _ count: Int) -> Int {
    var pass = FramePass()
    repeat {
      pass.run(bytes, count, lines + index, counting)
      if let control = pass.control { answer(control.opcode, bytes, control.payload, on: index) }
    } while pass.control != nil
    counted.messages &+= pass.counted
    counted.bytes &+= pass.bytes
    counted.headerBytes &+= pass.headerBytes
    let left = count &- pass.position
    if left > 0 { keep(index, bytes + pass.position, left) }
    return pass.counted
  }

  private func answer(_ opcode: UInt8, _ bytes: UnsafePointer<UInt8>, _ payload: Range<Int>, on index: Int) {
    guard opcode == 0x9 else { return }
    let pong = ClientFrame.pong(
      Array(
        UnsafeBufferPointer(rebasing: UnsafeBufferPointer(start: bytes, count: payload.upperBound)[payload])))
    pong.withUnsafeBytes { send($0, on: index) }
  }

  func keep(_ index: Int, _ bytes: UnsafePointer<UInt8>, _ count: Int) {
    carried[index] = Array(UnsafeBufferPointer(start: bytes, count: count))
    lines[index].isCarrying = true
  }

  /// Puts what was kept in front of the bytes to come.
  private func restore(_ index: Int) -> Int {
    lines[index].isCarrying = false
    guard let kept = carried.removeValue(forKey: index) else { return 0 }
    precondition(kept.count <= Self.carryBytesMax, "only a header and eight bytes, or a control frame")
    for (place, byte) in kept.enumerated() { room[Self.carryBytesMax - kept.count + place] = byte }
    return kept.count
  }

  // MARK: - Telling

  /// Offers bytes to the kernel; what it does not take leaves as soon as it does.
  package func send(_ bytes: UnsafeRawBufferPointer, on index: Int) {
    if lines[index].isBlocked {
      unsent[index, default: []] += bytes
      return
    }
    let sent = max(
      0, Glibc.send(lines[index].socket, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL | MSG_DONTWAIT)))
    guard sent < bytes.count else { return }
    unsent[index] = Array(bytes[sent...])
    lines[index].isBlocked = true
    register(index, EPOLL_CTL_MOD, CLINUX_EPOLLIN | CLINUX_EPOLLOUT)
  }

  package func send(_ bytes: [UInt8], on index: Int) {
    bytes.withUnsafeBytes { send($0, on: index) }
  }

  private func flush(_ index: Int) {
    guard let rest = unsent.removeValue(forKey: index) else { return }
    lines[index].isBlocked = false
    register(index, EPOLL_CTL_MOD, CLINUX_EPOLLIN)
    send(rest, on: index)
  }

  func register(_ index: Int, _ operation: Int32, _ interest: UInt32) {
    var event = epoll_event()
    event.events = interest
    event.data.u32 = UInt32(index)
    let result = epoll_ctl(epoll, operation, lines[index].socket, &event)
    precondition(result == 0, "an open socket can be registered")
  }

  /// Takes what comes, as long as it is wanted.
  package func hear(while isWanted: () -> Bool) throws(LoadFailure) {
    let nobody = Nobody()
    while isWanted() { try turn(nobody, waiting: 5_000_000) }
  }

  /// Waits until nothing more comes by itself.
  package func settle() throws(LoadFailure) { try Load.settle(self) }

  /// How many lines compress.
  package var compressed: Int { (0..<count).count { lines[$0].takesDeflate } }
}

/// Gets what a fleet hears.
protocol Hearer: AnyObject {
  /// So many messages became whole on one line.
  func heard(_ count: Int, on index: Int, of fleet: Fleet) throws(LoadFailure)
}

/// Ignores what comes.
final class Nobody: Hearer {
  func heard(_ count: Int, on index: Int, of fleet: Fleet) {}
}
