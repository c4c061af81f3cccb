import TestChecks
import Testing
import Wire

@testable import Rooms

@Suite struct `The gate` {
  private let connection = ConnectionID(loop: 0, slot: 1, generation: 1)

  @Test func `holds back what reflects a revision that is not durable, and all behind it`() {
    var gate = Gate()
    gate.open(upTo: 1)
    gate.hold(.tell(connection, line: [1]), at: 1)
    gate.hold(.publish(revision: 2, line: [2], hides: false), at: 2)
    gate.hold(.answer(connection, reply(3), ifLost: reply(33)), at: 2)
    gate.hold(.hover(line: [4], except: nil), at: 3)
    #expect(released(&gate) == [.tell(connection, line: [1])])
    #expect(released(&gate).isEmpty)
    gate.open(upTo: 2)
    #expect(
      released(&gate) == [
        .publish(revision: 2, line: [2], hides: false), .answer(connection, reply(3), ifLost: reply(33)),
      ])
    gate.open(upTo: 3)
    #expect(released(&gate) == [.hover(line: [4], except: nil)])
    #expect(gate.isEmpty)
  }

  @Test func `The invariants find what the gate holds back and may be sent`() async {
    let end = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      var gate = Gate()
      gate.hold(.tell(ConnectionID(loop: 0, slot: 1, generation: 1), line: [1]), at: 1)
      gate.open(upTo: 1)
      gate.checkInvariants()
    }
    expectFailedCheck("all that is durable was told", of: end)
    var gate = Gate()
    gate.open(upTo: 1)
    gate.hold(.tell(connection, line: [2]), at: 2)
    gate.checkInvariants()
  }

  @Test func `What is lost is never sent: answers say so, and presence stays`() {
    var gate = Gate()
    gate.open(upTo: 1)
    gate.hold(.tell(connection, line: [1]), at: 1)
    gate.hold(.publish(revision: 2, line: [2], hides: false), at: 2)
    gate.hold(.answer(connection, reply(3), ifLost: reply(33)), at: 2)
    gate.hold(.admit(connection, seat: 0, version: 2, wantsDrag: true), at: 2)
    gate.hold(.tell(connection, line: [4]), at: 2)
    gate.hold(.prime(connection, version: 2, lines: [44]), at: 2)
    gate.hold(.crowd(line: [5]), at: 2)
    gate.hold(.answer(connection, reply(6), ifLost: nil), at: 2)
    gate.hold(.dismiss(connection), at: 2)
    var effects: [Effect] = []
    #expect(gate.lose(into: &effects) == [connection], "it was to be primed, and has to be anew")
    #expect(
      effects == [
        .tell(connection, line: [1]), .answer(connection, reply(33), ifLost: nil),
        .admit(connection, seat: 0, version: 2, wantsDrag: true),
        .answer(connection, reply(6), ifLost: nil),
        .dismiss(connection),
      ])
    #expect(gate.isEmpty)
  }

  @Test func `hovers do not pile up while the journal is slow`() {
    var gate = Gate()
    let other = ConnectionID(loop: 0, slot: 2, generation: 1)
    gate.hold(.hover(line: [1], except: connection), at: 1)
    gate.hold(.hover(line: [2], except: connection), at: 1)
    #expect(gate.count == 1)
    gate.hold(.hover(line: [3], except: other), at: 1)
    gate.open(upTo: 1)
    #expect(released(&gate) == [.hover(line: [3], except: nil)])
  }

  private func reply(_ byte: UInt8) -> Reply { Reply(line: [byte], c: Int(byte)) }

  private func released(_ gate: inout Gate) -> [Effect] {
    var effects: [Effect] = []
    gate.release(into: &effects)
    return effects
  }
}
