/// The URIs by which clients name documents.
enum DocumentURI {
  /// The last part of the path, decoded; empty where there is none.
  static func fileName(_ uri: String) -> String {
    let path = uri.prefix { $0 != "?" && $0 != "#" }
    guard let slash = path.lastIndex(of: "/") else { return decoded(path) }
    return decoded(path[path.index(after: slash)...])
  }

  /// A text with its `%XX` replaced; what is no such triple stays as it is.
  private static func decoded(_ text: Substring) -> String {
    var bytes: [UInt8] = []
    var rest = text.utf8[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "%"), let value = UInt8(String(Substring(rest.prefix(2))), radix: 16),
        rest.count >= 2
      {
        bytes.append(value)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
