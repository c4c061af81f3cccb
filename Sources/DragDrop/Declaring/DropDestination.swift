/// What takes items, at whatever depth of a board it was declared. Promise: a declaration only,
/// which never changes: one reference, as every movement of a pointer asks for it.
///
/// Closures get the item that is the destination, `nil` where a run, a region or the board is.
final class DropDestination<Model: BoardModel>: Sendable {
  typealias Drop = DropSession<Model.ItemID, Model.CollectionID>

  enum Action: Sendable {
    /// Takes the board's own items, and what can be read as such.
    case items(@Sendable (inout Model, Model.ItemID?, [Model.Item], Drop) -> Bool)
    /// Takes values of another type, read from what the dragged items can be sent as.
    case values(Values)
  }

  struct Values: Sendable {
    let contentTypes: [ContentType]
    let canLoad: @Sendable ([ContentType]) -> Bool
    let action: @Sendable (inout Model, Model.ItemID?, [[Payload]], Drop) throws(TransferError) -> Bool
  }

  let isEnabled: @Sendable (Model, Model.ItemID?) -> Bool
  let action: Action

  init(isEnabled: @escaping @Sendable (Model, Model.ItemID?) -> Bool, action: Action) {
    self.isEnabled = isEnabled
    self.action = action
  }

  /// Whether something that is offered as data of these kinds might be read here; as an item of the
  /// board only by the board's own `transfer`.
  func canRead(_ types: [ContentType], _ transfer: Transfer<Model.Item>?) -> Bool {
    switch action {
    case .items: transfer?.canLoad(types) ?? false
    case .values(let values): values.canLoad(types)
    }
  }

  /// The kinds of data that can be read here, the best first.
  func importedContentTypes(_ transfer: Transfer<Model.Item>?) -> [ContentType] {
    switch action {
    case .items: transfer?.importedContentTypes ?? []
    case .values(let values): values.contentTypes
    }
  }

  /// A destination for values of another type than the board's items.
  static func values<Value: Transferable>(
    isEnabled: @escaping @Sendable (Model, Model.ItemID?) -> Bool,
    action: @escaping @Sendable (inout Model, Model.ItemID?, [Value], Drop) -> Bool
  ) -> DropDestination {
    let transfer = Value.transferRepresentation.transfer
    let read: @Sendable (inout Model, Model.ItemID?, [[Payload]], Drop) throws(TransferError) -> Bool =
      { model, item, offers, session throws(TransferError) in
        action(&model, item, try transfer.load(all: offers), session)
      }
    return DropDestination(
      isEnabled: isEnabled,
      action: .values(
        Values(
          contentTypes: transfer.importedContentTypes, canLoad: { transfer.canLoad($0) }, action: read)))
  }
}

/// How a place takes items: the last word on it, who looks on, and what it looks like.
struct DropManner<Model: BoardModel>: Sendable {
  typealias Drop = DropSession<Model.ItemID, Model.CollectionID>
  typealias Configuration = DropConfiguration<Model.ItemID, Model.CollectionID>

  typealias Configure = @Sendable (Model, Model.ItemID?, Drop) -> Configuration
  typealias Observe = @Sendable (inout Model, Model.ItemID?, Drop) -> Bool

  var configure: Configure?
  var observe: Observe?
  var formation: DragDropPreviewsFormation?
}

extension Transfer {
  /// The things of one drop that can be read, in order; those that cannot are left out.
  /// - Throws: Why the first could not be read, if none can.
  func load(all offers: [[Payload]]) throws(TransferError) -> [Item] {
    var items: [Item] = []
    var failure = TransferError.unreadable
    for (index, offer) in offers.enumerated() {
      do throws(TransferError) {
        items.append(try load(offer))
      } catch {
        if index == 0 || error == .tooLarge { failure = error }
      }
    }
    if items.isEmpty { throw failure }
    return items
  }
}
