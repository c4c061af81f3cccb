import DragDrop
import Patience

/// Answers in bytes; empty while no view is loaded.
extension Predictor {
  /// The piles' names, separated by semicolons.
  package func piles() -> [UInt8] {
    guard let piles = table?.pileIDs ?? ruleset?.pileIDs() else { return [] }
    var names: [UInt8] = []
    for pile in piles {
      if !names.isEmpty { names.append(59) }
      names += pile.wireName
    }
    return names
  }

  package func view() -> [UInt8] {
    table?.sight.bytes ?? []
  }

  /// Handles of cards whose faces the server is about to tell.
  package func awaited() -> [UInt8] {
    var bytes: [UInt8] = []
    for handle in table?.awaited ?? [] { bytes.put(handle) }
    return bytes
  }

  package func choices() -> [UInt8] {
    guard let table else { return [] }
    let choices = table.choices(whileOthersHold: held)
    let piles = table.pileIDs
    func index(of pile: PileID) -> UInt8 {
      UInt8(truncatingIfNeeded: piles.firstIndex(of: pile) ?? 0)
    }
    var bytes: [UInt8] = [(choices.canTapStock ? 1 : 0) | (choices.canFinish ? 2 : 0)]
    bytes.put(UInt16(truncatingIfNeeded: choices.drops.count))
    for drop in choices.drops {
      bytes.put(drop.handle)
      bytes.append(UInt8(truncatingIfNeeded: drop.places.count))
      for place in drop.places { bytes += [index(of: place.pile), place.reveals ? 1 : 0] }
    }
    bytes.put(UInt16(truncatingIfNeeded: choices.sends.count))
    for send in choices.sends {
      bytes.put(send.handle)
      bytes.append(index(of: send.pile))
    }
    return bytes
  }

  // MARK: names

  package static func name(ofRefusal number: UInt8) -> [UInt8] {
    Refusal(rawValue: number)?.wireName.withUTF8Buffer { Array($0) } ?? []
  }

  package static func name(ofFormation number: UInt8) -> [UInt8] {
    DragDropPreviewsFormation(rawValue: number)?.wireName.withUTF8Buffer { Array($0) } ?? []
  }
}
