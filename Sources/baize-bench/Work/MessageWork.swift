import Wire

/// One line is read, or what it says is written again: what the hot messages and the log's records cost without a
/// server. The lines are like those of docs/PROTOCOL.md.
struct MessageWork {
  let title: String
  /// Does the work once, and says how many bytes were read or written.
  private let once: () throws -> Int

  static func all() throws -> [MessageWork] {
    [
      reading("a command read", command), reading("a hover read", hover),
      try writing("an ok written", #"{"t":"ok","c":58,"r":"r7Qk2mXab","v":413}"#),
      try writing("an event written", event), try writing("destinations written", destinations()),
      try writing("a drag written", drag), try writing("a snapshot written", snapshot),
      try recording("a record written"),
    ]
  }

  func run(times: UInt32) throws {
    var bytes = 0
    for _ in 0..<times { bytes &+= try once() }
    precondition(times == 0 || bytes > 0, "each line has bytes")
  }

  private static func reading(_ title: String, _ text: String) -> MessageWork {
    let line = Array(text.utf8)
    return MessageWork(title: title) {
      guard try ClientMessage.read(line).c != 0 else { return 0 }
      return line.count
    }
  }

  private static func writing(_ title: String, _ text: String) throws -> MessageWork {
    guard let message = try ServerMessage.read(Array(text.utf8)) else {
      preconditionFailure("no message: \(text)")
    }
    return MessageWork(title: title) { message.line().count }
  }

  private static func recording(_ title: String) throws -> MessageWork {
    let record = try LogRecord.read(
      Array(#"{"f":1,"k":"cmd","by":0,"clock":14501,"hash":2007630274,"op":"move","item":17,"in":"t5"}"#.utf8)
    )
    return MessageWork(title: title) { record.line().count }
  }

  private static let command =
    #"{"t":"cmd","c":58,"r":"r7Qk2mXab","op":"move","item":17,"in":"t5","if":{"t3":18,"t5":8}}"#
  private static let hover = #"{"t":"hover","r":"r7Qk2mXab","d":20,"x":5123,"y":2310,"o":"t5"}"#
  private static let drag =
    #"{"t":"drag","r":"r7Qk2mXab","live":[{"d":20,"by":0,"items":[17,18],"x":5123,"y":2310,"o":"t5"}]}"#
  private static let status =
    #"{"score":20,"moves":4,"pass":0,"redeal":true,"up":0,"clock":14501,"run":true,"ticks":1,"status":"playing","#
    + #""undo":4,"redo":0,"safe":false,"timed":true}"#
  private static let event =
    #"{"t":"ev","r":"r7Qk2mXab","p":412,"v":413,"by":0,"op":"move","m":[["mv",[17,18],"t5"]],"up":[[3,"QC"]],"#
    + #""dn":[],"h":"77aa01c2","s":"# + status + "}"

  /// Of twenty cards, each to two places.
  private static func destinations() -> String {
    let sources = (10..<30).map { #"[\#($0),"t5","f1"]"# }.joined(separator: ",")
    return #"{"t":"dests","r":"r7Qk2mXab","v":413,"d":[\#(sources)],"tap":["stock"],"send":[[17,"f1"]],"#
      + #""finish":false,"undo":true,"redo":false}"#
  }

  /// Seven columns of three cards, of which one is seen.
  private static let snapshot: String = {
    let regions = (0..<7).map { column in
      #"{"name":"tableau\#(column)","formation":"stack","runs":[{"in":"t\#(column)","items":[[4],[5]]},"#
        + #"{"in":"t\#(column)","drag":true,"items":[[6,"7S"]]}]}"#
    }.joined(separator: ",")
    return
      #"{"t":"snap","r":"r7Qk2mXab","e":"9f3c1b02","v":412,"h":"5d1c09aa","why":"join","game":{"id":"klondike1","#
      + #""name":"Klondike","draw":1,"passes":-1},"deal":{"kind":"open","n":7},"regions":[\#(regions)],"s":\#(status),"#
      + #""seats":[{"n":0,"id":"g_81ac09d2","name":"Ada","kind":"guest","on":true}],"watching":2,"live":[]}"#
  }()
}
