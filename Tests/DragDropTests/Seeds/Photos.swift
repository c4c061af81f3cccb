import DragDrop

/// The tutorial's photos, which travel as files.
struct DraggablePhoto: Identifiable, Hashable, Sendable {
  var file: File
  var id: String { file.name.text }
}

extension DraggablePhoto: Transferable {
  static var transferRepresentation: some TransferRepresentation<DraggablePhoto> {
    FileRepresentation(contentType: .image) { photo in
      photo.file
    } importing: { received in
      DraggablePhoto(file: received)
    }
    .importLimit(bytes: 1000)
  }
}

struct Album: BoardModel, Hashable {
  typealias Item = DraggablePhoto
  typealias ItemID = String
  typealias CollectionID = ReorderableSingleCollectionIdentifier

  var photos: [DraggablePhoto] = []

  func census() -> [String] { photos.map { $0.id } }
  subscript(id id: String) -> DraggablePhoto? { photos.first { $0.id == id } }

  static let board = Board<Album> {
    Region("album") {
      ForEach {
        $0.photos
      } content: {
        ItemView().draggable()
      }
    }
    .dropDestination(for: DraggablePhoto.self) { album, photos, _ in
      album.photos += photos
      return true
    }
  }
}
