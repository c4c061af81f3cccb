import Foundation
import Testing

@testable import Bundles

@Suite struct `The words of a script` {
  /// The words, one behind the other, with a bar between them.
  private func words(_ script: String) throws -> String {
    let source = Array(script.utf8)
    return try ScriptReader.tokens(of: "/a.js", source).map { text(Array(source[$0.range])) }.joined(
      separator: "|")
  }

  @Test(arguments: [
    ("a = b / c / d", "a|=|b|/|c|/|d"),
    ("a = /b/g.test(c)", "a|=|/b/g|.|test|(|c|)"),
    ("return /[/\"]\\//u", "return|/[/\"]\\//u"),
    ("a.return / 2", "a|.|return|/|2"),
    ("if (a) /b/.test(c)", "if|(|a|)|/b/|.|test|(|c|)"),
    ("(a) / b / c", "(|a|)|/|b|/|c"),
    ("a[0] / b / c", "a|[|0|]|/|b|/|c"),
    ("f(/a/, !/b/)", "f|(|/a/|,|!|/b/|)"),
    ("\"a / b\" / c / d", "\"a / b\"|/|c|/|d"),
    ("`a${b}c` / d / e", "`a${|b|}c`|/|d|/|e"),
    ("`${/}/.test(a)}`", "`${|/}/|.|test|(|a|)|}`"),
    ("`a${{ b: `}` }}c`", "`a${|{|b|:|`}`|}|}c`"),
    ("\"a\\\"b\" 'c\\'d' `e\\`f`", "\"a\\\"b\"|'c\\'d'|`e\\`f`"),
    ("0xE+1 1e-5 .5 1.toString", "0xE|+|1|1e-5|.5|1.toString"),
    ("...a, #b in c", ".|.|.|a|,|#b|in|c"),
    ("größe // a\n/* b\n */ = 1", "größe|=|1"),
    ("", ""), ("// a", ""), ("/* a */", ""),
  ])
  func `are told apart`(script: String, expected: String) throws {
    #expect(try words(script) == expected)
  }

  @Test(arguments: [
    ("a\n} / b", "/a.js:2: a bracket closes nothing"),
    ("{\n} / b", "/a.js:2: a slash behind a brace may divide or not; put brackets around what it belongs to"),
    (
      "a++ / b",
      "/a.js:1: a slash behind \"++\" or \"--\" may divide or not; put brackets around what it belongs to"
    ),
    ("a = \"b\nc\"", "/a.js:1: a text has no end in its line"),
    ("a = /b\nc/", "/a.js:1: a regular expression has no end in its line"),
    ("a\n/* b", "/a.js:2: a comment has no end"),
    ("a\n\n`b\nc", "/a.js:3: a template has no end"),
    ("(a]", "/a.js:1: a bracket closes nothing"),
    ("[a", "/a.js:1: a bracket is not closed"),
    ("`${a", "/a.js:1: a bracket is not closed"),
  ])
  func `are refused where they cannot be told apart`(script: String, expected: String) {
    #expect(refusal { _ = try words(script) } == expected)
  }

  @Test func `are read or refused wherever a script is cut off`() {
    let script = Array(
      "export const a = `b${/c[/]/.test(d) ? \"e\\\"\" : { f: 1e-5 }}` / 2; // g\n/* h */ (i)".utf8)
    for count in 0...script.count {
      _ = try? ScriptReader.tokens(of: "/a.js", Array(script[..<count]))
      _ = try? ScriptReader.tokens(of: "/a.js", Array(script[count...]))
    }
  }

  @Test func `of the client are the same when it is written anew`() throws {
    let scripts = try Client.files().filter { $0.key.hasSuffix(".js") }
    #expect(scripts.count > 100)
    for (path, source) in scripts {
      let tokens = try ScriptReader.tokens(of: path, source)
      var writer = ScriptWriter()
      for token in tokens { writer.append(token, of: source) }
      let again = try ScriptReader.tokens(of: path, writer.bytes)
      #expect(again.map { writer.bytes[$0.range] } == tokens.map { source[$0.range] }, "\(path)")
      // The end of a line may end a statement, but not behind these.
      for (index, token) in tokens.enumerated().dropFirst() where token.follows == .line {
        let goesOn = "{([,;".utf8.contains(source[tokens[index - 1].range.upperBound - 1])
        #expect(goesOn || again[index].follows == .line, "\(path):\(token.line)")
      }
    }
  }
}
