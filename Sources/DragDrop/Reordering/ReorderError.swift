/// Why a difference does not fit an arrangement. Nothing has changed when it is thrown.
public enum ReorderError: Error, Hashable, Sendable {
  /// A difference that moves nothing.
  case emptySources
  /// The source at this index has occurred before.
  case duplicateSource(index: Int)
  /// The source at this index is in none of the collections.
  case unknownSource(index: Int)
  /// There is no such collection, or none was named where there are several.
  case unknownCollection
  /// The item in front of which to insert is not in the collection.
  case unknownAnchor
  /// An offset or the target lies outside of the list.
  case offsetOutOfRange
  /// An identifier or a collection occurs twice, so that a name would not say what is meant.
  case notUnique
}

/// How differences that do not quite fit are met: a referee is strict, a prediction is forgiving.
public enum ReorderPolicy: Hashable, Sendable {
  /// Refuse the whole difference.
  case strict
  /// Skip unknown and repeated sources, append where the anchor is gone. An unknown collection is
  /// refused all the same.
  case forgiving
}
