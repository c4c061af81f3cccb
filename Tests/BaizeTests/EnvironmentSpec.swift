import Testing

@Suite struct `Settings from the environment` {
  @Test(arguments: [("1", 101), ("true", 101), ("0", 404), ("false", 404)])
  func `open the lab or leave it closed`(value: String, status: Int) throws {
    #expect(try Serving(environment: ["BAIZE_LAB": value]).handshake("/lab/echo") == status)
  }

  @Test func `allow other origins, with commas between them`() throws {
    let server = try Serving(environment: [
      "BAIZE_ALLOW_ORIGIN": "https://a.example, https://b.example:8443"
    ])
    #expect(try server.handshake("/ws", origin: "https://a.example") == 101)
    #expect(try server.handshake("/ws", origin: "https://b.example:8443") == 101)
    #expect(try server.handshake("/ws", origin: "https://c.example") == 403)
  }

  @Test func `give way to flags`() throws {
    let server = try Serving(
      "--no-lab", "--allow-origin", "https://b.example",
      environment: ["BAIZE_LAB": "1", "BAIZE_ALLOW_ORIGIN": "https://a.example"])
    #expect(try server.handshake("/lab/echo") == 404)
    #expect(try server.handshake("/ws", origin: "https://b.example") == 101)
    #expect(try server.handshake("/ws", origin: "https://a.example") == 403)
  }

  @Test(arguments: ["a.example", "https://a.example/", "https://"])
  func `An origin that is not whole stops the start, from a flag or the environment`(text: String) throws {
    let ours = try Baize("serve", "--allow-origin", text, environment: [:])
    let theirs = try Baize("serve", environment: ["BAIZE_ALLOW_ORIGIN": "https://b.example, \(text)"])
    for (program, source) in [(ours, "--allow-origin"), (theirs, "BAIZE_ALLOW_ORIGIN")] {
      #expect(program.status == 64)
      #expect(program.complaint.contains("\(source) must be whole, like https://play.example, not \(text)"))
    }
  }

  @Test func `All settings that make no sense are named at once, each of them once`() throws {
    let server = try Baize(
      "serve", environment: ["BAIZE_PORT": "65536", "BAIZE_LOOPS": "many", "BAIZE_LAB": "perhaps"])
    #expect(server.status == 64)
    for sentence in [
      "BAIZE_PORT must be a number from 0 to 65535, not \"65536\"",
      "BAIZE_LOOPS must be a number from 1 to 64, not \"many\"", "BAIZE_LAB must be 1 or 0, not \"perhaps\"",
    ] {
      #expect(server.complaint.split(separator: sentence, omittingEmptySubsequences: false).count == 2)
    }
  }
}
