import Testing

@testable import Bundles

@Suite struct `Style sheets put together` {
  private func sheet(_ text: String) throws -> String {
    var names = ContentNames(files: bytes(["/img/a.svg": "<svg/>"]))
    var sheets = StyleSheets()
    try sheets.add("/css/a.css", Array(text.utf8), names: &names)
    return String(decoding: sheets.bytes, as: UTF8.self)
  }

  @Test func `stand one behind the other, without comments and indents`() throws {
    var names = ContentNames(files: [:])
    var sheets = StyleSheets()
    try sheets.add("/a.css", Array("/* a */\na {\n  color: red;\n}\n".utf8), names: &names)
    try sheets.add("/b.css", Array("b::after { content: \"/* b */  \\\" c\"; }".utf8), names: &names)
    #expect(text(sheets.bytes) == "a {\ncolor: red;\n}\nb::after { content: \"/* b */  \\\" c\"; }\n")
  }

  @Test(arguments: ["/img/a.svg", "../img/a.svg"])
  func `name pictures by what is in them`(address: String) throws {
    let name = "/content/\(ContentNames.digest(Array("<svg/>".utf8)))/img/a.svg"
    #expect(try sheet("a { background: url(\"\(address)\") }") == "a { background: url(\"\(name)\") }\n")
    #expect(try sheet("a { fill: url('#b') url(\"data:,c\") }") == "a { fill: url('#b') url(\"data:,c\") }\n")
  }

  @Test(arguments: [
    ("a { }\n@import \"b.css\";", "2: \"@import\" cannot be read; name the sheet in the page"),
    ("@charset \"utf-8\";", "1: \"@charset\" cannot stand within a sheet; all of them are UTF-8"),
    ("a { background: url(/img/a.svg) }", "1: write the address in url() in quotes"),
    ("a { background: url(\"/img/b.svg\") }", "1: there is no /img/b.svg"),
    ("a { background: url(\"/img/a.svg\" b) }", "1: write nothing but the address in url()"),
    ("a { content: \"b\n\" }", "1: a text has no end in its line"),
    ("a {}\n/* b", "2: a comment has no end"),
  ])
  func `are refused with the file and the line`(text: String, reason: String) {
    #expect(refusal { _ = try sheet(text) } == "/css/a.css:" + reason)
  }
}
