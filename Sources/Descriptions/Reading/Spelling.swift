/// What somebody meant who wrote something else.
enum Spelling {
  /// What other programs call it.
  private static let synonyms: [String: [String]] = [
    "aces": ["base"], "acesFirst": ["basesFirst"], "all": ["any"], "alternate": ["alternateColour"],
    "alternateColor": ["alternateColour"], "alternating": ["alternateColour"], "ascending": ["up"],
    "attributes": ["fields"], "auto": ["automatic"], "bin": ["delete"], "cards": ["items"],
    "collection": ["in"], "color": ["suit"], "colour": ["color", "suit"], "column": ["in", "tableau"],
    "columns": ["collections", "tableau"], "dealing": ["deal"], "deck": ["packs"], "decks": ["packs"],
    "descending": ["down"], "description": ["detail"], "destination": ["to"], "details": ["detail"],
    "direction": ["build"], "discard": ["waste"], "emoji": ["symbol"], "entries": ["items"],
    "freecells": ["cell"], "groups": ["collections"], "icon": ["symbol"], "id": ["game"],
    "infinite": ["any"], "labels": ["tags"], "layout": ["places"], "limit": ["capacity", "takeLimit"],
    "list": ["in"], "lists": ["collections"], "match": ["pairs"], "max": ["capacity"],
    "multiple": ["select"], "name": ["title", "text", "id", "game"], "note": ["detail"],
    "nothing": ["none"], "order": ["ordered"], "people": ["who"], "permissions": ["moves"],
    "picture": ["places"], "pile": ["count"], "piles": ["count"], "place": ["in"], "placeholder": ["empty"],
    "places": ["collections"], "players": ["seats", "who"], "points": ["score"], "redeals": ["passes"],
    "remove": ["delete"], "rounds": ["passes"], "row": ["tableau"], "rules": ["moves"],
    "sameColor": ["sameColour"], "sameSuit": ["same"], "scoring": ["score"], "seats": ["who"],
    "selectable": ["select"], "size": ["capacity"], "sorted": ["ordered"], "source": ["from"],
    "subtitle": ["detail"], "supermoves": ["supermove"], "takes": ["accepts"], "talon": ["waste"],
    "target": ["to"], "text": ["title"], "things": ["items"], "title": ["text"], "trash": ["delete"],
    "unlimited": ["any"], "variants": ["options"], "variations": ["options"], "win": ["goal"],
    "wrap": ["wraps"],
  ]

  /// Longer words are not compared: nothing that is meant here is that long.
  private static let foldedMax = 64

  /// The nearest of some words, if one is near.
  static func nearest(to written: String, among words: [String]) -> String? {
    if let meant = synonyms[written]?.first(where: { words.contains($0) }) { return meant }
    let folded = fold(written)
    guard !folded.isEmpty, folded.count <= foldedMax else { return nil }
    var best: (word: String, distance: Int)?
    for word in words {
      let distance = distance(folded, fold(word))
      if distance <= max(1, min(2, word.utf8.count / 3)), distance < best?.distance ?? .max {
        best = (word, distance)
      }
    }
    return best?.word
  }

  /// In lower case, without what people put between words; of a word that is too long only its beginning.
  private static func fold(_ word: String) -> [UInt8] {
    var folded: [UInt8] = []
    for byte in word.utf8 {
      guard folded.count <= foldedMax else { break }
      switch byte {
      case UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: " "): break
      case UInt8(ascii: "A")...UInt8(ascii: "Z"): folded.append(byte + 32)
      default: folded.append(byte)
      }
    }
    return folded
  }

  /// How many letters have to be put in, taken out, replaced, or exchanged with their neighbours.
  private static func distance(_ a: [UInt8], _ b: [UInt8]) -> Int {
    guard abs(a.count - b.count) <= 2 else { return .max }
    var older: [Int] = []
    var last = Array(0...b.count)
    for i in a.indices {
      var row = [i + 1]
      for j in b.indices {
        var least = min(row[j] + 1, last[j + 1] + 1, last[j] + (a[i] == b[j] ? 0 : 1))
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { least = min(least, older[j - 1] + 1) }
        row.append(least)
      }
      older = last
      last = row
    }
    return last[b.count]
  }
}
