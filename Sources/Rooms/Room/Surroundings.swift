import Patience
import Wire

/// What a room takes from where it is hosted.
struct Surroundings {
  /// Of the data directory: keys are derived from it.
  let secret: [UInt8]
  /// Gives 48 random bytes at each call.
  let entropy: () -> [UInt8]
  let projection: any Projection
  /// Picks a deal that can be won. The server has them; where there is none, none is ever picked.
  var pick: (Ruleset, DealTerms, _ isSealed: Bool) -> Pick = { _, _, _ in .never }
  /// What can be taken back is forgotten when it takes more in memory; hardly any game that people play comes near.
  var stepsBytesMax = 1_048_576
}
