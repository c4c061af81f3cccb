package import DragDrop
import Wire

/// A photo of the tutorial, which travels as a file. Its pixels are kept elsewhere: what comes in and goes
/// out in their stead is the name under which they are kept.
package struct DraggablePhoto: Identifiable, Hashable, Sendable {
  /// 0 until an album takes it.
  package var id = 0
  package var name: String
  package let contentType: ContentType
  /// 64 hexadecimal digits.
  package let blob: String
}

extension DraggablePhoto {
  /// - Returns: nil if the bytes are no name of a blob.
  init?(_ file: File, _ contentType: ContentType) {
    guard file.bytes.count == 64, file.bytes.allSatisfy({ 48...57 ~= $0 || 97...102 ~= $0 }) else {
      return nil
    }
    name = file.name.text.tidied(scalarsMax: 100)
    if name.isEmpty { name = "photo.\(contentType.filenameExtension?.text ?? "")" }
    self.contentType = contentType
    blob = String(decoding: file.bytes, as: UTF8.self)
  }

  /// The kind's own ending is added to what it is sent as: "dog.jpg" is "dog.jpeg", not "dog.jpg.jpeg".
  var file: File {
    let isShort = contentType == .jpeg && name.lowercased().hasSuffix(".jpg")
    return File(name: Text(isShort ? String(name.dropLast(4)) : name), bytes: Array(blob.utf8))
  }
}

extension DraggablePhoto: Transferable {
  package static var transferRepresentation: some TransferRepresentation<DraggablePhoto> {
    image(.png)
    image(.jpeg)
    image(.gif)
    image(.webP)
  }

  /// Each kind of picture is a way of its own: a photo stays what it came as.
  private static func image(_ contentType: ContentType) -> Transfer<DraggablePhoto> {
    FileRepresentation(contentType: contentType) { photo in
      photo.file
    } importing: { received in
      DraggablePhoto(received, contentType)
    }
    .exportingCondition { $0.contentType == contentType }
    .importLimit(bytes: 64)
  }
}

/// The tutorial's photos in a grid, in any order.
package struct Album: BoardModel, Hashable {
  package typealias Item = DraggablePhoto
  package typealias ItemID = Int
  package typealias CollectionID = ReorderableSingleCollectionIdentifier

  package static let photosMax = 60

  package var photos: [DraggablePhoto]
  var lastID: Int

  package init() { self.init(photos: [], lastID: 0) }

  init(photos: [DraggablePhoto], lastID: Int) {
    self.photos = photos
    self.lastID = lastID
  }

  package func census() -> [Int] { photos.map { $0.id } }
  package subscript(id id: Int) -> DraggablePhoto? { photos.first { $0.id == id } }

  /// No number is given twice, whatever is taken back.
  package mutating func keep(from current: Album) { lastID = max(lastID, current.lastID) }

  mutating func insert(_ received: [DraggablePhoto], at index: Int) -> Bool {
    for (offset, var photo) in received.enumerated() {
      lastID += 1
      photo.id = lastID
      photo.name = freeName(photo.name)
      photos.insert(photo, at: index + offset)
    }
    return !received.isEmpty
  }

  /// "cat.png", then "cat (2).png", as file managers do.
  private func freeName(_ name: String) -> String {
    let dot = name.dropFirst().lastIndex(of: ".") ?? name.endIndex
    var free = name
    var number = 1
    while photos.contains(where: { $0.name == free }) {
      number += 1
      free = "\(name[..<dot]) (\(number))\(name[dot...])"
    }
    return free
  }

  package static let board = Board<Album> {
    Region("album") {
      ForEach {
        $0.photos
      } content: {
        ItemView().dragPreview("photo")
      }
      .reorderable()
      .dropDestination(for: DraggablePhoto.self) { album, photos, index in
        album.insert(photos, at: index)
      }
      .dropConfiguration { album, session in
        .copies(in: session, room: photosMax - album.photos.count)
      }
    }
    .reorderContainer(for: DraggablePhoto.self) { album, difference in
      album.photos.apply(difference: difference)
    }
    .accessibilityLabel { "Photos, \($0.photos.count)" }
  }

  package static let kind = BoardKind(
    name: "photos", title: "Photos", board: board,
    start: { _ in Album() },
    content: { _, photo in ItemContent(text: photo.name, image: blobAddress(photo.blob)) },
    placeName: { _ in "album" },
    looks: [
      RegionLook(
        .grid, empty: "Drop pictures here, paste them or choose some", capacities: [photosMax], scrolls: true)
    ])
}
