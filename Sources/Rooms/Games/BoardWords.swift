import Boards
import DragDrop
import Wire

// Between the words of boards and those of the wire.

extension Aim {
  init(_ landing: Landing) {
    let preferred: DropOperation? =
      switch landing.preferred {
      case .copy?: .copy
      case .move?: .move
      case nil: nil
      }
    self.init(landing.place, before: landing.before, onto: landing.onto, preferring: preferred)
  }
}

extension ItemData.Way {
  /// nil for data that is no text and no picture that the server keeps.
  init?(_ payload: Payload) {
    guard let text = String(validating: payload.bytes, as: UTF8.self) else { return nil }
    let isPicture = payload.contentType.conforms(to: .image)
    self.init(
      type: (payload.contentType.mimeType ?? payload.contentType.identifier).text,
      fileName: payload.fileName?.text, body: isPicture ? .url(blobAddress(text)) : .text(text))
  }
}

extension RegionTold {
  init(_ region: ShownRegion) {
    self.init(name: region.name, runs: region.runs.map(RunTold.init(_:)))
    title = region.title
    label = region.label
    layout = region.layout.rawValue
    empty = region.empty
    formation = BoardGame.told(region.formation)
    dropFormation = BoardGame.told(region.dropFormation)
    button = region.button.map { ButtonTold(label: $0.label, isEnabled: $0.isEnabled) }
    edit = region.editMode.map { $0 == .toggle ? "toggle" : "always" }
    editing = region.editors.map(Int.init)
    taps = region.hasTaps
    takes = region.takes
    gives = region.gives
    preview = region.preview
    scrolls = region.scrolls
  }
}

extension RunTold {
  fileprivate init(_ run: ShownRegion.Run) {
    self.init(
      collection: run.place, drag: run.isSource, title: run.title, reorder: run.isOrdered,
      capacity: run.capacity,
      items: run.items.map { ItemTold(handle: $0.handle, content: $0.content) })
  }
}

extension GameRefusal {
  init(_ refusal: BoardRefusal) {
    let code: RefusalCode =
      switch refusal {
      case .inUse: .leased
      case .noSuchDrag: .gone
      case .notYours: .role
      default: .illegal
      }
    self.init(code: code, why: refusal.rawValue)
  }
}
