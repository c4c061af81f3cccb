import Reactor
import TestDice
import Testing

@testable import Server

@Suite struct `Connections as they are counted` {
  @Test func `are limited for each address by itself`() throws {
    let addresses = Addresses(openMax: 100, perKeyMax: 2, secret: [])
    try addresses.enter(7)
    try addresses.enter(7)
    #expect(throws: Addresses.Refusal.tooManyOfOne) { try addresses.enter(7) }
    #expect(addresses.open == 2, "who was refused is not counted")
    try addresses.enter(8)
    addresses.leave(7)
    try addresses.enter(7)
    #expect(throws: Addresses.Refusal.tooManyOfOne) { try addresses.enter(7) }
    #expect(addresses.open == 3)
  }

  @Test func `are limited in all`() throws {
    let addresses = Addresses(openMax: 3, perKeyMax: 2, secret: [])
    for key in [1, 2, Addresses.uncounted] as [Addresses.Key] { try addresses.enter(key) }
    for key in [1, 3, Addresses.uncounted, Addresses.unknown] as [Addresses.Key] {
      #expect(throws: Addresses.Refusal.full) { try addresses.enter(key) }
    }
    addresses.leave(2)
    try addresses.enter(3)
  }

  @Test func `leave nothing behind when they are gone`() throws {
    let addresses = Addresses(openMax: 1000, perKeyMax: 2, secret: [])
    for key in 1...500 as ClosedRange<Addresses.Key> { try addresses.enter(key) }
    #expect(addresses.keys == 500)
    for key in 1...500 as ClosedRange<Addresses.Key> { addresses.leave(key) }
    #expect(addresses.keys == 0 && addresses.open == 0)
  }

  @Test func `Connections of this machine, and of peers not known yet, count only in the total`() throws {
    let addresses = Addresses(openMax: 10, perKeyMax: 1, secret: [])
    for key in [Addresses.uncounted, Addresses.unknown] { for _ in 0..<4 { try addresses.enter(key) } }
    #expect(addresses.open == 8 && addresses.keys == 0)
    for key in [Addresses.uncounted, Addresses.unknown] { for _ in 0..<4 { addresses.leave(key) } }
    #expect(addresses.open == 0)
  }

  @Test func `count where they belong once that is known, or stay where they were`() throws {
    let addresses = Addresses(openMax: 10, perKeyMax: 1, secret: [])
    try addresses.enter(Addresses.unknown)
    try addresses.enter(Addresses.unknown)
    try addresses.move(from: Addresses.unknown, to: 7)
    #expect(throws: Addresses.Refusal.tooManyOfOne) { try addresses.move(from: Addresses.unknown, to: 7) }
    try addresses.move(from: 7, to: 7)
    try addresses.move(from: 7, to: 8)
    try addresses.move(from: Addresses.unknown, to: 7)
    try addresses.move(from: 7, to: Addresses.unknown)
    #expect(addresses.keys == 1 && addresses.open == 2)
    addresses.leave(8)
    addresses.leave(Addresses.unknown)
    #expect(addresses.keys == 0 && addresses.open == 0)
  }

  @Test(arguments: 1...10 as ClosedRange<UInt64>)
  func `agree with a plain list of them, whatever happens`(seed: UInt64) {
    var dice = Dice(seed: seed)
    let addresses = Addresses(openMax: 12, perKeyMax: 3, secret: [])
    let keys: [Addresses.Key] = [Addresses.uncounted, Addresses.unknown, 1, 2, 3, 4, 5, 6]
    var model: [Addresses.Key] = []
    func mayHave(_ key: Addresses.Key) -> Bool {
      key == Addresses.uncounted || key == Addresses.unknown || model.count { $0 == key } < 3
    }
    for _ in 0..<500 {
      let key = keys[Int.random(in: 0..<keys.count, using: &dice)]
      switch Int.random(in: 0..<3, using: &dice) {
      case 0:
        let enters = (try? addresses.enter(key)) != nil
        #expect(enters == (model.count < 12 && mayHave(key)), "seed \(seed)")
        if enters { model.append(key) }
      case 1:
        guard let index = model.indices.randomElement(using: &dice) else { continue }
        addresses.leave(model.remove(at: index))
      default:
        guard let index = model.indices.randomElement(using: &dice) else { continue }
        let moves = (try? addresses.move(from: model[index], to: key)) != nil
        #expect(moves == (model[index] == key || mayHave(key)), "seed \(seed)")
        if moves { model[index] = key }
      }
      #expect(addresses.open == model.count, "seed \(seed)")
      let counted = Set(model).subtracting([Addresses.uncounted, Addresses.unknown])
      #expect(addresses.keys == counted.count, "seed \(seed)")
    }
  }

  @Test func `have a key for unknown peers that no address has`() throws {
    for text in ["255.255.255.255", "fe80::1", "2001:db8::1"] {
      let addresses = Addresses(openMax: 1, perKeyMax: 1, secret: [1, 2])
      let key = addresses.key(try #require(IPAddress(text)).countingKey)
      #expect(key != Addresses.unknown && key != Addresses.uncounted)
    }
  }
}
