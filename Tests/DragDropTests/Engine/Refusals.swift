import Testing

@testable import DragDrop

/// A refusal is worth something only if nothing has happened: model, revision and listing are compared.
extension BoardEngine where Model: Equatable {
  mutating func refuses(
    _ refusal: DropRefusal, at location: SourceLocation = #_sourceLocation,
    _ act: (inout Self) throws -> DropOutcome
  ) {
    let before = self
    do {
      let outcome = try act(&self)
      #expect(outcome == .refused(refusal), sourceLocation: location)
    } catch {
      Issue.record(error, sourceLocation: location)
    }
    expectUnchanged(since: before, location)
  }

  /// The same where there is no outcome, not even a refused one.
  mutating func denies<Result>(
    _ error: DragError, at location: SourceLocation = #_sourceLocation,
    _ act: (inout Self) throws -> Result
  ) {
    let before = self
    #expect(throws: error, sourceLocation: location) { try act(&self) }
    expectUnchanged(since: before, location)
    #expect(sessions == before.sessions, sourceLocation: location)
    #expect(events == before.events, "something was told", sourceLocation: location)
  }

  private func expectUnchanged(since before: Self, _ location: SourceLocation) {
    #expect(model == before.model, sourceLocation: location)
    #expect(revision == before.revision, sourceLocation: location)
    #expect(undoDepth == before.undoDepth, sourceLocation: location)
    #expect(shown == before.shown, sourceLocation: location)
  }

  /// What all runs list.
  var shown: [[ItemID]] { listing.runs.map { $0.items } }
}

extension BoardEngine {
  /// Lifts an item and drops it at once.
  mutating func carry(
    _ item: ItemID, player: PlayerID = 1, to pointer: Pointer
  ) throws(DragError) -> DropOutcome {
    let session = try beginDrag(item, player: player)
    return try drop(session.id, player: player, at: pointer)
  }
}
