/// The files that are served, held in memory: a map from path to file, filled once by the caller.
/// No disk here, so no path can lead anywhere else.
/// Invariant: every key begins with "/".
package struct StaticFiles: Sendable {
  private var files: [String: StaticFile] = [:]

  package init() {}

  /// - Parameters:
  ///   - path: as it will be asked for, beginning with "/".
  ///   - isForEver: the path names the content, so a client may keep the file for ever.
  package mutating func add(path: String, bytes: [UInt8], isForEver: Bool = false) {
    precondition(path.hasPrefix("/"), "paths begin with a slash")
    files[path] = StaticFile(path: path, bytes: bytes, isForEver: isForEver)
  }

  /// "/" and every other path that ends with a slash stand for the index.html there.
  package subscript(_ path: String) -> StaticFile? {
    files[path.hasSuffix("/") ? path + "index.html" : path]
  }

  package func response(to head: RequestHead, date: String) -> Response {
    response(to: head, path: head.path, date: date)
  }

  package func notFound(to head: RequestHead, date: String) -> Response {
    Response.text(.notFound, "There is nothing at this address.", to: head, date: date)
  }

  /// - Parameters:
  ///   - path: the file to answer with, where it is not the one asked for: `/t/ROOM` shows `/index.html`.
  ///   - status: 404 for a page that says that there is nothing at the address.
  package func response(to head: RequestHead, path: String, status: Status = .ok, date: String) -> Response {
    guard let file = self[path] else { return notFound(to: head, date: date) }
    guard head.method == .get || head.method == .head else {
      return .refusal(.reading, to: head, date: date)
    }

    let variant: StaticFile.Variant
    if let gzipped = file.gzipped, AcceptEncoding(head.headers).prefersGzip {
      variant = gzipped
    } else {
      variant = file.plain
    }
    var headers = [
      Header("ETag", variant.etag),
      Header("Cache-Control", file.caching),
    ]
    if file.gzipped != nil { headers.append(Header("Vary", "Accept-Encoding")) }
    if status == .ok, IfNoneMatch(head.headers).matches(variant.etag) {
      return Response(.notModified, headers: headers, to: head, date: date)
    }
    headers.append(Header("Content-Type", file.type.name))
    if variant != file.plain { headers.append(Header("Content-Encoding", "gzip")) }
    var response = Response(status, headers: headers, body: variant.bytes, to: head, date: date)
    response.shareBody()
    return response
  }
}
