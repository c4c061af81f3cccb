/// What a file is, told by the end of its name.
package struct ContentType: Sendable, Equatable {
  /// The value of `Content-Type`.
  package let name: String
  /// Whether gzip is worth trying: pictures and fonts are compressed already.
  package let isCompressible: Bool
  /// Code and pages are asked for anew each time, so that a new version of us is never mixed with
  /// an old one.
  package let revalidates: Bool

  /// `ContentType(path: "/app.js").name == "text/javascript; charset=utf-8"`
  package init(path: String) {
    let name = path.split(separator: "/").last ?? ""
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    let ending = parts.count > 1 ? parts[parts.count - 1].lowercased() : ""
    switch ending {
    case "html": self.init("text/html; charset=utf-8")
    case "js", "mjs": self.init("text/javascript; charset=utf-8")
    case "css": self.init("text/css; charset=utf-8")
    case "json": self.init("application/json")
    case "webmanifest": self.init("application/manifest+json")
    case "wasm": self.init("application/wasm")
    case "txt": self.init("text/plain; charset=utf-8")
    case "svg": self.init("image/svg+xml", revalidates: false)
    case "png": self.init("image/png", isCompressible: false, revalidates: false)
    case "ico": self.init("image/x-icon", revalidates: false)
    case "woff2": self.init("font/woff2", isCompressible: false, revalidates: false)
    default: self.init("application/octet-stream", isCompressible: false)
    }
  }

  private init(_ name: String, isCompressible: Bool = true, revalidates: Bool = true) {
    self.name = name
    self.isCompressible = isCompressible
    self.revalidates = revalidates
  }
}
