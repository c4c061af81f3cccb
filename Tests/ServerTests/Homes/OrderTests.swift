import Foundation
import Rooms
import TestFaults
import Testing

@testable import Server
@testable import Store

/// What the page of the protocol promises about the order in which one connection is told.
@Suite(.serialized) struct `The order of what a player is told` {
  @Test(arguments: Rooms.Encoding.allCases, [1, 2])
  func `is the event, the answer to what caused it, and what can be done then`(
    encoding: Rooms.Encoding, loops: Int
  ) throws {
    // A slow journal, so that much is told at once.
    let journal = Journal.faulty()
    journal.change { $0.commitMicroseconds = 3000 }
    let server = try TestServer(loops: loops, journal: journal)
    let ear = try CompressedEar(encoding, port: server.port)
    try ear.client.say(#"{"t":"hello","want":["dests"]}"#)
    try ear.client.say(#"{"t":"open","c":1,"game":"klondike1","deal":{"kind":"open","n":7}}"#)
    let room = try #require(try ear.hear(upTo: 1).last?["room"])
    try ear.client.say(#"{"t":"sub","c":2,"room":"\#(room)","as":"play"}"#)
    try ear.client.say(#"{"t":"lift","c":3,"r":"\#(room)","item":27}"#)
    let lease = try #require(try ear.hear(upTo: 3).last)
    let place = try #require((lease.json["to"] as? [String])?.first)
    let commands = [
      #""t":"cmd","op":"drop","d":\#(lease.int("d") ?? 0),"in":"\#(place)""#,
      #""t":"cmd","op":"tap","in":"stock""#, #""t":"cmd","op":"tap","in":"t0""#,
      #""t":"cmd","op":"tap","in":"stock""#, #""t":"cmd","op":"undo""#, #""t":"q","q":"dests""#,
      #""t":"cmd","op":"redo""#, #""t":"q","q":"hint""#, #""t":"q","q":"lines""#,
      #""t":"cmd","op":"deal","deal":{"kind":"open","n":8}"#, #""t":"cmd","op":"tap","in":"stock""#,
    ]
    try ear.client.say(
      commands.enumerated().map { #"{"c":\#($0 + 10),"r":"\#(room)",\#($1)}"# }.joined(separator: "\n"))
    // What is answered by itself is the mark behind the last destinations.
    try ear.client.say(#"{"t":"q","c":30,"r":"\#(room)","q":"hint"}"#)
    let told = try ear.hear(upTo: 30).filter { $0["t"] != "crowd" }
    #expect(
      told.map { ($0["t"] ?? "") + ($0.int("c").map { " \($0)" } ?? "") } == [
        "ev", "ok 10", "dests", "ev", "ok 11", "dests", "no 12", "ev", "ok 13", "dests", "ev", "ok 14",
        "dests", "dests", "ok 15", "ev", "ok 16", "dests", "hints 17", "lines 18", "snap", "ok 19", "dests",
        "ev", "ok 20", "dests", "hints 30",
      ])
    // No answer names a version of which the event is still to come.
    var version = 0
    for line in told {
      let named = try #require(line.int("v"))
      if line["t"] == "ev" || line["t"] == "snap" { version = named }
      #expect(line.int("c") == nil || named == version || version == 0, "\(line)")
    }
    #expect((ear.compressed > 0) == (encoding != .plain))
  }
}
