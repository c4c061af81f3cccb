import HTTP
import Testing

@Suite struct `A target (RFC 9112 §3.2)` {
  @Test(
    arguments: [
      ("/", "/"), ("/app.js", "/app.js"), ("/a%20b", "/a b"), ("/%e2%99%A0", "/♠"), ("/t/7?", "/t/7"),
      ("/t?a=1&b=%2F..?x", "/t"), ("//host/x", "//host/x"), ("/%252e%252e/x", "/%2e%2e/x"),
      ("/..a/.b/c..", "/..a/.b/c.."), ("/a;b=c,d:@!$&'()*+", "/a;b=c,d:@!$&'()*+"),
    ])
  func `is decoded once, and its query left out`(raw: String, path: String) throws {
    #expect(try #require(Target(raw)).path == path)
  }

  @Test(arguments: [
    ("/", ""), ("/?", ""), ("/a?seats=3", "seats=3"), ("/a%3Fb?c?d", "c?d"), ("/%e2%99%A0?x=%20", "x=%20"),
  ])
  func `has its query as it was written`(raw: String, query: String) throws {
    #expect(try #require(Target(raw)).query == query)
  }

  @Test(arguments: [
    "", "*", "a", "http://a/", "a:80", "?x",  // other forms than origin-form
    "/..", "/../x", "/a/../b", "/%2e%2e/x", "/.%2E/x", "/a/..", "/.", "/a/./b", "/%2e",  // steps upward
    "/a%2Fb", "/a%2fb", "/a\\b", "/a%5Cb", "/..%5c",  // slashes in disguise
    "/%00", "/a%0Ab", "/%0d", "/%1F", "/%7f", "/a b", "/a\tb",  // controls and spaces
    "/%", "/%2", "/%zz", "/%+1", "/a#b", "/ü", "/%FF", "/%C0%AF", "/%ED%A0%80",  // no encoding
  ])
  func `refuses every other form and whatever could lead elsewhere`(raw: String) {
    #expect(Target(raw) == nil)
  }
}
