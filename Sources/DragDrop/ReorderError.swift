/// Why a difference does not fit an arrangement. Nothing has changed when it is thrown.
public enum ReorderError: Error, Hashable, Sendable {
  case emptySources
  case duplicateSource(index: Int32)
  case unknownSource(index: Int32)
  case unknownCollection
  case unknownAnchor
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
