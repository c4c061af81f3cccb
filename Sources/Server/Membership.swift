import Rooms

/// That a connection is in a gallery, and where it stands there.
struct Membership {
  let gallery: Gallery
  let place: Int32
}
