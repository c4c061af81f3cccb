import Testing

@testable import Bundles

/// Files as a test writes them: `["/js/main.js": "export …"]`.
func bytes(_ files: [String: String]) -> [String: [UInt8]] { files.mapValues { Array($0.utf8) } }

func text(_ bytes: [UInt8]?) -> String { String(decoding: bytes ?? [], as: UTF8.self) }

/// The script of a page whose entry is `/main.js`, and of its later parts, without their names.
func bundled(_ files: [String: String]) throws -> (first: String, later: [String]) {
  let files = bytes(files)
  var names = ContentNames(files: files)
  let bundle = try Bundle(entry: "/main.js", files: files, names: &names)
  return (text(names.named[bundle.entry]), bundle.later.map { text(names.named[$0]) })
}

/// What is wrong, as it is told: `/main.js:3: …`.
func refusal(_ work: () throws -> Void) -> String {
  do {
    try work()
    return "nothing"
  } catch {
    return "\(error)"
  }
}
