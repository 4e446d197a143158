/// Where the caller believes the sandbox to be: what links in answers begin with.
struct BaseURL: Sendable, Equatable {
  /// What paths of the API are appended to.
  var api: String
  /// What pages for people are appended to.
  var html: String
  /// The sandbox itself.
  private var origin: String

  /// The name of the host that has the pages.
  var host: String { html.split(separator: "/").last.map { String($0) } ?? html }

  /// Where the picture of an account is: here, as with Enterprise servers.
  func avatar(_ id: Int) -> String { "\(origin)/avatars/u/\(id)?v=4" }

  /// Reads the headers of a request, those of a proxy first.
  ///
  /// - Parameters:
  ///   - own: the sandbox's own address, for requests that name no usable host.
  ///   - prefix: a path before the API's own, as Enterprise servers have.
  init(request: Request, own: String, prefix: String) {
    let host = request.header("x-forwarded-host") ?? request.header("host") ?? ""
    let isUsable = !host.isEmpty && host.utf8.count <= 255 && host.utf8.allSatisfy(isHostByte)
    let scheme = request.header("x-forwarded-proto")?.lowercased() == "https" ? "https" : "http"
    let origin = isUsable ? "\(scheme)://\(host)" : own
    self.origin = origin
    api = origin + prefix
    html = prefix.isEmpty ? "https://github.com" : origin
  }
}

private func isHostByte(_ byte: UInt8) -> Bool {
  switch byte {
  case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"),
    UInt8(ascii: "_"), UInt8(ascii: ":"), UInt8(ascii: "["), UInt8(ascii: "]"):
    true
  default: false
  }
}
