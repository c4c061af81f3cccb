import Foundation
import FuzzTargets
import TestDice
import Testing

/// The inputs that are kept: seeds, what `make fuzz` found to lead somewhere new, and what was once a mistake.
@Suite struct `What strangers send` {
  /// Tests/Fixtures/fuzz/NAME/…; inputs that are named after their hash lie in folders by its first digit.
  static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Fixtures/fuzz")

  struct Input: Sendable, CustomTestStringConvertible {
    let target: String
    let file: URL
    var testDescription: String { "\(target)/\(file.lastPathComponent)" }
  }

  static func inputs(of target: String) throws -> [Input] {
    let place = folder.appending(path: target)
    return try FileManager.default.subpathsOfDirectory(atPath: place.path).map { place.appending(path: $0) }
      .filter { try $0.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile == true }
      .sorted { $0.lastPathComponent < $1.lastPathComponent }.map { Input(target: target, file: $0) }
  }

  static func all() throws -> [Input] { try FuzzTarget.all.flatMap { try inputs(of: $0.name) } }

  @Test(arguments: try all())
  func `is read as its reader promises`(input: Input) throws {
    let target = try #require(FuzzTarget.named(input.target))
    let bytes = Array(try Data(contentsOf: input.file))
    #expect(throws: Never.self) { try target.check(bytes) }
  }

  /// Random changes of the kept inputs. libFuzzer would need a build of its own. The readers in this run's slice get
  /// all rounds.
  @Test(arguments: FuzzTarget.all.map(\.name))
  func `keeps what is promised whatever is done to them`(name: String) throws {
    let target = try #require(FuzzTarget.named(name))
    let kept = try Self.inputs(of: name).map { Array(try Data(contentsOf: $0.file)) }
    let seed = UInt64.random(in: 0...UInt64.max)
    // A crash reports no failure, so the seed is printed first.
    print("\(name): seed \(seed)")
    var dice = Dice(seed: seed)
    for _ in 0..<rounds(6_000, in: "fuzz/\(name)") {
      var bytes = try #require(kept.randomElement(using: &dice))
      let other = try #require(kept.randomElement(using: &dice))
      for _ in 0..<Int.random(in: 1...6, using: &dice) { Self.change(&bytes, with: other, using: &dice) }
      do throws(Broken) {
        try target.check(bytes)
      } catch {
        Issue.record("seed \(seed): \(error): \(bytes)")
        return
      }
    }
  }

  private static let bytesMax = 4096

  /// One of the changes that libFuzzer makes too.
  private static func change(_ bytes: inout [UInt8], with other: [UInt8], using dice: inout Dice) {
    let at = Int.random(in: 0...bytes.count, using: &dice)
    let end = min(bytes.count, at + Int.random(in: 1...16, using: &dice))
    switch Int.random(in: 0..<6, using: &dice) {
    case 0 where at < bytes.count: bytes[at] ^= 1 << UInt8.random(in: 0..<8, using: &dice)
    case 1 where at < bytes.count:
      bytes[at] = [0, 0x7F, 0x80, 0xFF, 0x22, 0x7B].randomElement(using: &dice) ?? 0
    case 2: bytes.insert(UInt8.random(in: 0...255, using: &dice), at: at)
    case 3: bytes.removeSubrange(at..<end)
    case 4: bytes.insert(contentsOf: bytes[at..<end], at: at)
    default:
      let tail = other.suffix(Int.random(in: 0...other.count, using: &dice))
      bytes.replaceSubrange(at..., with: tail)
    }
    bytes = Array(bytes.prefix(bytesMax))
  }

  @Test(arguments: FuzzTarget.all.map(\.name))
  func `is kept for every target, in small files`(target: String) throws {
    let files = try Self.inputs(of: target).map(\.file)
    #expect(files.count >= 5, "\(target) has hardly any inputs")
    for file in files { #expect(try Data(contentsOf: file).count <= 4096, "\(file.lastPathComponent)") }
  }

  @Test func `is kept for no other target`() throws {
    let folders = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path)
    #expect(folders.sorted() == FuzzTarget.all.map(\.name).sorted())
  }

  // Without it a target that looks at nothing would pass too.
  @Test func `is refused by a reader with a planted mistake, with the property that it breaks`() throws {
    #expect(throws: Never.self) { try FuzzTarget.control.check(Array("\u{0}one".utf8)) }
    // One piece of two bytes, then the rest: the line's beginning is in the first, its end in the second.
    let input: [UInt8] = [1, 2] + Array("ab\ncd\n".utf8)
    let broken = try #require(throws: Broken.self) { try FuzzTarget.control.check(input) }
    #expect(broken.description == "what is heard does not depend on the cuts [2, 4]")
  }

  @Test func `is understood in the pieces that it was cut into, or byte by byte`() throws {
    let input: [UInt8] = [0] + Array("ab\ncd\n".utf8)
    let broken = try #require(throws: Broken.self) { try FuzzTarget.control.check(input) }
    #expect(broken.description == "what is heard byte by byte is the same")
  }
}
