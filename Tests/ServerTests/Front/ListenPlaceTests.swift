import Testing

@testable import Server

@Suite struct `Where to listen` {
  @Test(
    arguments: [
      ("127.0.0.1:8080", .tcp(host: "127.0.0.1", port: 8080)), ("[::1]:0", .tcp(host: "::1", port: 0)),
      ("localhost:65535", .tcp(host: "localhost", port: 65535)),
      ("unix:/run/baize", .unix(path: "/run/baize")),
      ("unix:here", .unix(path: "here")), ("unix:/a:8080", .unix(path: "/a:8080")),
    ] as [(String, ListenPlace)])
  func `is read from the text that it writes`(text: String, place: ListenPlace) {
    #expect(ListenPlace(text) == place)
    #expect(place.description == text)
  }

  @Test(arguments: [
    "", "unix:", "8080", ":8080", "127.0.0.1", "127.0.0.1:", "127.0.0.1:x", "127.0.0.1:65536", "127.0.0.1:-1",
    "127.0.0.1:+80", "127.0.0.1:000080", "::1:8080", "[::1]", "[::1:8080", "::1]:8080", "[a]:80",
    "http://a:80", "a b:80",
  ])
  func `A place where nobody could listen is refused`(text: String) {
    #expect(ListenPlace(text) == nil)
  }
}
