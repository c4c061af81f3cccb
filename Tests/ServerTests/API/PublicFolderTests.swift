import Foundation
import HTTP
import Testing

@testable import Server

@Suite struct `The client's folder` {
  /// A folder with these files.
  private func folder(_ files: [String: String]) throws -> TestDirectory {
    let directory = TestDirectory()
    for (name, text) in files {
      let file = URL(filePath: directory.path).appending(path: name)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file)
    }
    return directory
  }

  private static let page =
    "<!doctype html><html><script type=\"module\" src=\"/js/main.js\"></script></html>"
  private static let files = [
    "index.html": page, "js/main.js": "import { a } from \"./a.js\";\na();\n",
    "js/a.js": "export const a = () => \"\(String(repeating: "many words ", count: 40))\";\n",
    ".hidden": "x", "js/.hidden/a.js": "x",
  ]

  private func sent(_ path: String, of folder: PublicFolder, _ fields: Header...) throws -> Response {
    var request = "GET \(path) HTTP/1.1\r\nHost: a\r\n"
    for field in fields { request += "\(field.name): \(field.value)\r\n" }
    var parser = RequestParser()
    guard case .head(let head, _) = parser.parse(Array((request + "\r\n").utf8)) else {
      throw PublicFolder.Unreadable(description: "no request")
    }
    return folder.files.response(to: head, date: "")
  }

  @Test func `goes out as bundles that are kept for ever, and as single files`() throws {
    let directory = try folder(Self.files)
    let client = try PublicFolder(directory.path)
    #expect(client.caution == nil)
    let page = String(decoding: try sent("/", of: client).body, as: UTF8.self)
    let name = try #require(page.firstMatch(of: /src="(\/content\/[0-9a-f]{16}\/js\/main.js)"/)).1
    let bundle = try sent(String(name), of: client, Header("Accept-Encoding", "gzip"))
    #expect(bundle.headers["cache-control"] == "public, max-age=31536000, immutable")
    #expect(bundle.headers["content-encoding"] == "gzip")
    #expect(bundle.headers["content-type"] == "text/javascript; charset=utf-8")
    #expect(try sent("/", of: client).headers["cache-control"] == "no-cache")
    let single = try sent("/js/main.js", of: client)
    #expect(String(decoding: single.body, as: UTF8.self) == Self.files["js/main.js"])
    #expect(single.headers["cache-control"] == "no-cache")
    #expect(try sent("/.hidden", of: client).status == .notFound)
  }

  @Test func `goes out as single files where it cannot be put together, and says which line is why`() throws {
    let directory = try folder(Self.files.merging(["js/a.js": "\nexport default 1;\n"]) { $1 })
    let client = try PublicFolder(directory.path)
    #expect(
      client.caution
        == "\(directory.path) goes out as single files, which takes pages longer to load: "
        + "/js/a.js:2: a default export cannot be read; export it by a name")
    #expect(String(decoding: try sent("/", of: client).body, as: UTF8.self) == Self.page)
  }

  @Test func `has other names after a change, and no longer the old ones`() throws {
    let directory = try folder(Self.files)
    func name(_ client: PublicFolder) throws -> String {
      let page = String(decoding: try sent("/", of: client).body, as: UTF8.self)
      return String(try #require(page.firstMatch(of: /src="([^"]+)"/)).1)
    }
    let before = try PublicFolder(directory.path)
    try Data("export const a = () => 2;".utf8).write(to: URL(filePath: directory.path + "/js/a.js"))
    let after = try PublicFolder(directory.path)
    #expect(try name(before) != name(after))
    #expect(try sent(name(before), of: after).status == .notFound)
    #expect(try name(PublicFolder(directory.path)) == name(after))
  }

  @Test(arguments: [
    ("none", "there is no folder %; name the client's folder with --public"),
    ("empty", "% has no index.html; name the client's folder with --public"),
  ])
  func `is refused where there is nothing to serve`(name: String, words: String) throws {
    let directory = TestDirectory()
    let path = directory.path + (name == "none" ? "/none" : "")
    let refused = #expect(throws: PublicFolder.Unreadable.self) { _ = try PublicFolder(path) }
    #expect(refused?.description == words.replacing("%", with: path))
  }
}
