/// Parses the head of a request: its first line and its headers.
enum RequestHead {
  /// What is wrong with a head, and the status that says so.
  struct Malformed: Error {
    var status = 400
    var words: String
  }

  /// - Parameter bytes: the head with its empty line.
  static func parse(
    _ bytes: ArraySlice<UInt8>
  ) throws(Malformed) -> (request: Request, bodyLength: Int) {
    var lines = bytes.split(separator: UInt8(ascii: "\n")).map { line in
      line.last == UInt8(ascii: "\r") ? line.dropLast() : line
    }
    lines.removeAll { $0.isEmpty }
    guard let first = lines.first else { throw Malformed(words: "There is no request line.") }
    var request = try requestLine(first)
    let isOld = first.last == UInt8(ascii: "0")
    for line in lines.dropFirst() { request.headers.append(try header(line)) }
    guard isOld || request.headers.count(where: { $0.name == "host" }) == 1 else {
      throw Malformed(words: "There must be one Host header.")
    }
    let connection = request.header("connection")?.lowercased() ?? ""
    request.closesConnection =
      isOld ? !connection.contains("keep-alive") : connection.contains("close")
    return (request, try bodyLength(request))
  }

  private static func requestLine(_ line: ArraySlice<UInt8>) throws(Malformed) -> Request {
    let parts = line.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
    guard parts.count == 3, !parts[0].isEmpty, parts[0].count <= 32,
      parts[0].allSatisfy({ (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) }),
      parts[1].allSatisfy({ 0x21 <= $0 && $0 <= 0x7E })
    else { throw Malformed(words: "The request line is not understood.") }
    let version = String(decoding: parts[2], as: UTF8.self)
    guard version == "HTTP/1.1" || version == "HTTP/1.0" else {
      throw version.hasPrefix("HTTP/")
        ? Malformed(status: 505, words: "HTTP/1.1 is spoken here.")
        : Malformed(words: "The request line is not understood.")
    }
    let target = originForm(String(decoding: parts[1], as: UTF8.self))
    guard target.hasPrefix("/") else {
      throw Malformed(words: "The target must begin with a slash.")
    }
    return Request(method: String(decoding: parts[0], as: UTF8.self), target: target, headers: [])
  }

  /// The path and query of a target that names its host too, as proxies get it.
  private static func originForm(_ target: String) -> String {
    guard target.lowercased().hasPrefix("http://") else { return target }
    let rest = target.dropFirst("http://".count).drop { $0 != "/" }
    return rest.isEmpty ? "/" : String(rest)
  }

  private static func header(
    _ line: ArraySlice<UInt8>
  ) throws(Malformed) -> (name: String, value: String) {
    guard let colon = line.firstIndex(of: UInt8(ascii: ":")), colon > line.startIndex,
      line[..<colon].allSatisfy(isTokenByte),
      !line.contains(where: { $0 < 0x20 && $0 != 0x09 || $0 == 0x7F })
    else { throw Malformed(words: "A header is not understood.") }
    return (
      String(decoding: line[..<colon], as: UTF8.self).lowercased(),
      String(decoding: line[(colon + 1)...], as: UTF8.self).trimmed
    )
  }

  private static func bodyLength(_ request: Request) throws(Malformed) -> Int {
    guard request.header("transfer-encoding") == nil else {
      throw Malformed(status: 411, words: "Say the length of the body.")
    }
    let lengths = Set(request.headers.filter { $0.name == "content-length" }.map(\.value))
    guard let text = lengths.first else { return 0 }
    guard lengths.count == 1, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), !text.isEmpty
    else { throw Malformed(words: "The length of the body is not understood.") }
    guard let length = Int(text), length <= RequestReader.maximumBodyBytes else {
      throw Malformed(status: 413, words: "The body is too long.")
    }
    return length
  }
}

/// Whether a byte may stand in a header's name (RFC 9110 §5.6.2).
private func isTokenByte(_ byte: UInt8) -> Bool {
  switch byte {
  case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
    UInt8(ascii: "0")...UInt8(ascii: "9"):
    true
  default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
  }
}
