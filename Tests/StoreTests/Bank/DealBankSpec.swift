import Foundation
import SQLite
import Testing

@testable import Store

@Suite struct `The bank of winnable deals` {
  /// A folder of its own, gone with the test.
  final class Folder {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("bank-" + UUID().uuidString).path
    var file: String { path + "/" + DealBank.fileName }
    init() { try? FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true) }
    deinit { try? FileManager.default.removeItem(atPath: path) }
  }

  private let folder = Folder()

  private func deal(_ number: Int, isSealed: Bool = true) -> DealBank.Deal {
    DealBank.Deal(
      isSealed: isSealed, source: [UInt8](repeating: UInt8(number), count: 48), line: [1, 2, 3],
      positions: number)
  }

  @Test func `gives each deal once, of the game, the kind and the work that is asked for`() throws {
    let bank = try DealBank(in: folder.path)
    let (one, other) = (try bank.game(of: [1], at: 1), try bank.game(of: [2], at: 2))
    let again = try bank.game(of: [1], at: 3)
    #expect(one != other && one == again)
    try bank.put((1...9).map { deal($0) }, of: one)
    try bank.put([deal(5, isSealed: false)], of: one)
    try bank.put([deal(6)], of: other)
    let taken = try bank.take(4, of: one, isSealed: true, positions: 4...6)
    #expect(Set(taken.map(\.positions)) == [4, 5, 6] && taken.allSatisfy(\.isSealed))
    #expect(taken.first?.line == [1, 2, 3] && taken.first?.source.count == 48)
    #expect(try bank.take(4, of: one, isSealed: true, positions: 4...6).isEmpty)
    #expect(try bank.count(of: one, isSealed: true, positions: 0...99) == 6)
    #expect(try bank.count(of: one, isSealed: false, positions: 0...99) == 1)
    #expect(try bank.count() == 8)
  }

  @Test
  func `keeps deals and bounds, and never gives a deal again that was taken before it was closed or lost`()
    throws
  {
    let bank = try DealBank(in: folder.path)
    let game = try bank.game(of: [1], at: 1)
    let none = try bank.bounds(of: game)
    #expect(none == nil)
    try bank.set(easyMax: 10, mediumMax: 20, of: game)
    try bank.put((1...3).map { deal($0) }, of: game)
    let taken = try bank.take(1, of: game, isSealed: true, positions: 0...99)
    // As a kill leaves it: nothing is closed.
    let copy = Folder()
    try FileManager.default.copyItem(atPath: folder.file, toPath: copy.file)
    let again = try DealBank(in: copy.path)
    #expect(try again.game(of: [1], at: 2) == game)
    #expect(try again.bounds(of: game)?.easyMax == 10 && again.bounds(of: game)?.mediumMax == 20)
    let rest = try again.take(9, of: game, isSealed: true, positions: 0...99)
    #expect(rest.count == 2 && !rest.contains(taken[0]))
  }

  @Test func `forgets the games that were not used for longest`() throws {
    let bank = try DealBank(in: folder.path)
    for name in 1...5 as ClosedRange<UInt8> {
      try bank.put([deal(1)], of: try bank.game(of: [name], at: Int64(name) * DealBank.usedAtStep))
    }
    _ = try bank.game(of: [1], at: 9 * DealBank.usedAtStep)
    #expect(try bank.keepNewest(2) == 3 && bank.keepNewest(2) == 0)
    #expect(try bank.count() == 2)
    let kept = try bank.game(of: [1], at: 10)
    #expect(try bank.count(of: kept, isSealed: true, positions: 0...9) == 1)
  }

  @Test(arguments: ["", "no database at all", "SQLite format 3\0"])
  func `begins anew where its file is damaged`(
    content: String
  ) throws {
    try Data(content.utf8).write(to: URL(fileURLWithPath: folder.file))
    let bank = try DealBank(in: folder.path)
    let game = try bank.game(of: [1], at: 1)
    try bank.put([deal(1)], of: game)
    #expect(try bank.count() == 1)
  }

  @Test func `begins anew where another program has written it`() throws {
    let other = try DatabaseQueue(path: folder.file)
    try other.write { try $0.execute(sql: "CREATE TABLE deals (id INTEGER); PRAGMA user_version = 9") }
    try other.close()
    #expect(try DealBank(in: folder.path).count() == 0)
  }

  @Test func `is nobody else's to read, and lasts nowhere without a folder`() throws {
    _ = try DealBank(in: folder.path)
    let mode = try FileManager.default.attributesOfItem(atPath: folder.file)[.posixPermissions] as? Int
    #expect(mode == 0o600)
    #expect(try DealBank(in: nil).count() == 0)
    #expect(throws: (any Error).self) { try DealBank(in: folder.path + "/nowhere") }
  }
}
