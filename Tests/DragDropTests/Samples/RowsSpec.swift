import Foundation
import Testing

/// The engine's table of cases has rows 1 to 78, and 77b. Each is a test that says so in its name, "row 28: …" or
/// "rows 3, 5: …", or one case of a test, which says so at the end of its line: `// 28` or `// 6: in order`.
///
///     1–25    applying differences: ArrangementSpec
///     26–37   lifting: LiftSpec, CardsSpec (28–30)
///     38–60   dropping: DropSpec, CardsSpec (52), FoldersSpec (58, 59); of cards: Patience's EngineSpec
///     61–72   data: ContactsSpec, OutsideSpec (71), CodableRepresentationSpec (70)
///     73–78   phases and looks: PhaseSpec, LiftSpec (76), FormationSpec (78)
@Suite struct `The table of cases` {
  static let rows = (1...78).map { "\($0)" } + ["77b"]
  static let folders = ["DragDropTests", "DragDropCodableTests", "PatienceTests"]

  @Test func `has a test for every row`() throws {
    var named: Set<String> = []
    let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    for folder in Self.folders.map({ tests.appending(path: $0) }) {
      let names = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
      for name in names where name.hasSuffix(".swift") {
        let source = try String(contentsOf: folder.appending(path: name), encoding: .utf8)
        for line in source.split(separator: "\n") { named.formUnion(Self.rows(namedIn: line)) }
      }
    }
    let missing = Self.rows.filter { !named.contains($0) }
    #expect(missing.isEmpty, "no test names these rows")
  }

  @Test(arguments: [
    ("  @Test func `row 28: lifts`() {", ["28"]), ("  func `rows 3, 77b: lift`() {", ["3", "77b"]),
    ("  // row 28: lifts", []), ("  func `lifts row 28: x`() {", []),
    ("  x()  // 28", ["28"]), ("x  // 3, 5", ["3", "5"]), ("x  // 6: in order", ["6"]),
    ("x  // 77b", ["77b"]),
    ("  // 28", []), ("x  // of 28", []), ("x", []), ("x  // 28 more", []),
  ])
  func `is read from names and from the ends of lines`(_ line: String, _ rows: [String]) {
    #expect(Self.rows(namedIn: line[...]) == rows)
  }

  private static func rows(namedIn line: Substring) -> [String] {
    let name = line.firstMatch(of: #/func `rows? (\d+b?(?:, \d+b?)*): /#)
    let end = line.wholeMatch(of: /.*\S.*  \/\/ (\d+b?(?:, \d+b?)*)(?::.*)?/)
    return (name?.1 ?? end?.1)?.split(separator: ", ").map { String($0) } ?? []
  }
}
