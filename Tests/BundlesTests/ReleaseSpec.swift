import Testing

@testable import Bundles

@Suite struct `A release of the client` {
  private static let page = """
    <!doctype html>
    <html lang="en">
    <head>
      <title><script src="/early.js"></title>
      <!-- <link rel="stylesheet" href="/c.css"> -->
      <link rel="icon" href="/img/a.svg">
      <script src="/early.js"></script>
      <link rel="stylesheet" href="/a.css">
      <link rel="stylesheet" href="/b.css">
      <script type="module" src="/main.js"></script>
    </head>
    <body><a href="/rules">x</a> <b
      title="a > b">y</b></body>
    </html>

    """
  private static let files = [
    "/index.html": page, "/img/a.svg": "<svg/>", "/early.js": "let a = 1; // b\n", "/a.css": "a { }\n",
    "/b.css": "b { }\n", "/main.js": "import { it } from \"./it.js\";\nit();\n",
    "/it.js": "export const it = () => import(\"./late.js\");\n",
    "/late.js": "export const late = \"/words.json\";\n",
    "/words.json": "{}", "/sw.js": "const SHELL = \"\";\nconst FILES = [];\n",
  ]

  private func release(_ change: (inout [String: String]) -> Void = { _ in }) throws -> Release {
    var files = Self.files
    change(&files)
    return try Release(of: bytes(files))
  }

  /// The name under which a file goes out.
  private func name(_ path: String, in release: Release) throws -> String {
    try #require(release.named.keys.first { $0.hasSuffix(path) }, "\(path)")
  }

  @Test func `has pages that ask for one script and one style sheet`() throws {
    let made = try release()
    let page = text(made.pages["/index.html"])
    let mark = try #require(page.firstMatch(of: /<html data-release="([0-9a-f]{16})" lang="en">/)).1
    #expect(
      page == """
        <!doctype html>
        <html data-release="\(mark)" lang="en">
        <head>
        <title><script src="/early.js"></title>
        <!-- <link rel="stylesheet" href="/c.css"> -->
        <link rel="icon" href="\(try name("/img/a.svg", in: made))">
        <script src="\(try name("/early.js", in: made))"></script>
        <link rel="stylesheet" href="\(try name("/a.css", in: made))">
        <script defer src="\(try name("/main.js", in: made))"></script>
        </head>
        <body><a href="/rules">x</a> <b
        title="a > b">y</b></body>
        </html>

        """)
    #expect(text(made.named[try name("/early.js", in: made)]) == "let a=1;")
    #expect(text(made.named[try name("/a.css", in: made)]) == "a { }\nb { }\n")
  }

  @Test func `has a worker that is told what to keep: all that the page may need, but no words`() throws {
    let made = try release()
    let worker = text(made.pages["/sw.js"])
    #expect(worker.contains("const SHELL = \"\(try name("/index.html", in: made))\";"))
    for path in ["/early.js", "/a.css", "/main.js", "/late.js", "/img/a.svg"] {
      #expect(worker.contains("\"\(try name(path, in: made))\""))
    }
    #expect(!worker.contains("words.json"))
    #expect(made.named[try name("/index.html", in: made)] == made.pages["/index.html"])
  }

  @Test func `keeps no worker, nor what only workers name, before it is asked for`() throws {
    let made = try release {
      $0["/it.js"] = "export const it = () => new Worker(\"/work.js\", \"/a.wasm\");\n"
      $0["/work.js"] = "const needs = [\"/a.wasm\", \"/b.wasm\"];\n"
      ($0["/a.wasm"], $0["/b.wasm"]) = ("a", "b")
    }
    let worker = text(made.pages["/sw.js"])
    #expect(worker.contains("\"\(try name("/a.wasm", in: made))\""))
    for path in ["/work.js", "/b.wasm"] { #expect(!worker.contains(try name(path, in: made))) }
  }

  @Test func `names a sheet that comes later by what is in it`() throws {
    let made = try release {
      $0["/late.js"] = "export const late = \"/late.css\";\n"
      $0["/late.css"] = "c { }\n"
    }
    let sheet = try name("/late.css", in: made)
    #expect(text(made.named[try name("/late.js", in: made)]).contains("\"\(sheet)\""))
    #expect(text(made.named[sheet]) == "c { }\n")
    #expect(
      !text(made.named[try name("/a.css", in: made)]).contains("c { }"), "the page does not wait for it")
  }

  @Test(arguments: [
    ("/late.js", "export const late = 2;\n"), ("/words.json", "[]"),
    ("/it.js", "export const it = () => 2;\n"),
    ("/early.js", "let a = 2;"), ("/b.css", "c { }"), ("/img/a.svg", "<svg />"),
  ])
  func `names by its content whatever a page asks for, and so differs from every other`(
    file: String, content: String
  ) throws {
    let (before, after) = (try release(), try release { $0[file] = content })
    #expect(after.pages["/index.html"] != before.pages["/index.html"])
    #expect(after.pages["/sw.js"] != before.pages["/sw.js"])
    for (name, bytes) in after.named { #expect(name.hasPrefix("/content/\(ContentNames.digest(bytes))/")) }
    if file != "/b.css" {
      #expect(
        try name("/a.css", in: after) == name("/a.css", in: before), "what stayed the same keeps its name")
    }
  }

  @Test func `names a sheet by its content where a script brings it later`() throws {
    let made = try release {
      $0["/css/late.css"] = "/* late */\nb {\n  background: url('../img/a.svg');\n}\n"
      $0["/late.js"] = "export const late = \"/css/late.css\";\n"
    }
    let sheet = try name("/css/late.css", in: made)
    #expect(text(made.named[sheet]) == "b {\nbackground: url(\"\(try name("/img/a.svg", in: made))\");\n}\n")
    #expect(text(made.named[try name("/late.js", in: made)]).contains("\"\(sheet)\""))
    #expect(!text(made.pages["/index.html"]).contains("late.css"))
    // One that nothing brings does not go out by itself.
    let unused = try release { $0["/css/late.css"] = "b { }\n" }
    #expect(unused.named.keys.allSatisfy { !$0.hasSuffix("late.css") })
  }

  @Test func `leaves a folder without modules as it is`() throws {
    let made = try Release(
      of: bytes(["/index.html": "<!doctype html><p>x</p>", "/js/a.js": "export default 1;"]))
    #expect(made.pages.mapValues(text) == ["/index.html": "<!doctype html><p>x</p>"])
    #expect(made.named.isEmpty)
  }

  @Test(arguments: [
    (
      "/index.html", "<p>\n<link rel=\"stylesheet\" media=\"print\" href=\"/a.css\">",
      "2: write \"@media\" into the sheet instead of here"
    ),
    (
      "/index.html",
      "<script type=\"module\" src=\"/main.js\"></script>\n<script type=\"module\" src=\"/it.js\"></script>",
      "2: a page has one module; import the other there"
    ),
    ("/index.html", "<a\nhref=b>", "2: write values of attributes in quotes"),
    ("/index.html", "<p>\n<!-- a", "2: \"-->\" is missing"),
    ("/index.html", "<p>\n<a href=\"b", "2: the value of an attribute has no end"),
    ("/index.html", "<p><a", "1: a tag has no end"),
    ("/index.html", "<script>", "1: \"</script\" is missing"),
    (
      "/early.js", "{\n} /a/",
      "2: a slash behind a brace may divide or not; put brackets around what it belongs to"
    ),
    ("/late.js", "export default 1;", "1: a default export cannot be read; export it by a name"),
    (
      "/sw.js", "const SHELL = \"\";",
      "1: the line \"const FILES = [];\" is missing, into which names are written"
    ),
  ])
  func `is refused with the file and the line`(file: String, content: String, reason: String) {
    #expect(refusal { _ = try release { $0[file] = content } } == "\(file):\(reason)")
  }

  @Test func `is made of the client as it is here`() throws {
    let made = try Release(of: try Client.files())
    let page = text(made.pages["/index.html"])
    #expect(page.matches(of: /<link rel="stylesheet"/).count == 1)
    #expect(page.matches(of: /<script/).count == 2)
    #expect(text(made.pages["/operator.html"]).contains("/content/"))
    let early = text(made.named[try name("/js/settings/early.js", in: made)])
    #expect(early.contains("\"/content/"), "words are named by what is in them")
  }
}
