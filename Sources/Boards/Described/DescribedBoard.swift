import DragDrop

/// How a described board is declared: one region with a run for each collection, judged by its own rules.
extension BoardDescription {
  /// A board that tables can be opened with.
  package var kind: BoardKind<DescribedModel> {
    let rules = DescribedRules(self)
    var look = RegionLook<DescribedModel>(
      layout, empty: empty, runTitles: collections.map { $0.title },
      capacities: collections.map { $0.capacity }, scrolls: layout == .list)
    look.unordered = Set(
      collections.indices.filter { !collections[$0].isOrdered || collections[$0].drop == .delete })
    return BoardKind(
      name: name, title: title, board: board(by: rules), start: { _ in DescribedModel(self) },
      content: { _, item in item.content },
      placeName: { collections.indices.contains($0) ? collections[$0].id : "" },
      looks: [look],
      likeness: { model, id in
        Likeness(collection: model.collection(of: id), tags: model.tags(of: id))
      })
  }

  /// All that moves ask of an item.
  fileprivate struct Likeness: Hashable {
    let collection: Int?
    let tags: [String]
  }

  /// One region, with a run for each collection.
  private func board(by rules: DescribedRules) -> Board<DescribedModel> {
    Board(transfer: transfer) {
      Region(Self.place) {
        for (index, collection) in collections.enumerated() {
          ForEach {
            $0.collections[index]
          } content: {
            itemView(in: collection)
          }
          .reorderable(collectionID: index)
        }
      }
      .reorderContainer(for: DescribedItem.self, in: Int.self) { model, difference in
        model.move(difference.sources, to: difference.destination)
      }
      .dragContainer(for: DescribedItem.self) { model, ids, player in
        ids.allSatisfy { rules.lets(player, lift: $0, in: model) } ? ids : []
      }
      .dragContainerSelection { model, player in model.selection(of: player) }
      .dragConfiguration(DragConfiguration(allowMove: true, allowDelete: true))
      .dropConfiguration { model, session in rules.answer(to: session, in: model) }
      .dropDestination(for: DescribedItem.self) { model, items, session in
        rules.take(items, session, into: &model)
      }
      .onDragSessionUpdated { model, session in
        session.phase == .dataTransferCompleted
          && model.deselect(session.draggedItemIDs, for: session.player)
      }
      .dragPreviewsFormation(formation)
      .dropPreviewsFormation(dropFormation)
      .accessibilityLabel { Text(label(of: $0)) }
    }
  }

  private func itemView(in collection: Collection) -> ItemView<DescribedModel> {
    let view = ItemView<DescribedModel>()
      .dragPreview("card")
      .accessibilityLabel { item in
        let label = labels.item.filled {
          switch $0 {
          case .text: item.content.text
          case .detail: item.content.detail
          case .symbol: item.content.symbol
          case .collection: collection.title
          case .title, .count, .capacity: ""
          }
        }
        return Text(DescribedText.cut(label, to: Limits.textMax))
      }
    return selects ? view.onTap { model, item, player in model.toggle(item, for: player) } : view
  }

  /// The board's title, and each collection by its label.
  func label(of model: DescribedModel) -> String {
    var label = title
    for (index, collection) in collections.enumerated() {
      let template = collection.capacity == nil ? labels.collection : labels.limited
      label += index == 0 ? ": " : "; "
      label += template.filled {
        switch $0 {
        case .title: collection.title
        case .count: "\(model.collections[index].count)"
        case .capacity: collection.capacity.map { "\($0)" } ?? ""
        case .text, .detail, .symbol, .collection: ""
        }
      }
    }
    return label
  }

  /// Items leave as their text. Only where a collection accepts text can it be read.
  private var transfer: Transfer<DescribedItem> {
    guard collections.contains(where: { $0.acceptsText }) else {
      return Transfer {
        ProxyRepresentation { (item: DescribedItem) in Text(item.content.text) }
          .suggestedFileName { Text($0.content.text) }
      }
    }
    return Transfer {
      ProxyRepresentation { (item: DescribedItem) in
        Text(item.content.text)
      } importing: { (text: Text) in
        DescribedText.content(of: text.text).map { DescribedItem(id: -1, content: $0, tags: []) }
      }
      .suggestedFileName { Text($0.content.text) }
      .importLimit(bytes: Limits.textBytesMax)
    }
  }
}
