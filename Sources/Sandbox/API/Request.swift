/// One request as it came over the wire, its parts taken apart.
struct Request: Sendable {
  var method: String
  /// The path and query as they were written.
  var target: String
  var headers: [(name: String, value: String)]
  var body: [UInt8] = []
  /// Whether the connection ends with the response.
  var closesConnection = false

  /// Whether the host that is asked for, if any, is this machine by one of its own names.
  var namesLoopback: Bool {
    guard let host = header("host")?.lowercased() else { return true }
    return ["127.0.0.1", "localhost", "[::1]"].contains { name in
      host == name || host.hasPrefix(name + ":")
    }
  }

  /// The first header of that name, which is given in lower case.
  func header(_ name: String) -> String? { headers.first { $0.name == name }?.value }
}

extension Request {
  /// The path before any `?`, as it was written.
  var path: Substring { target.prefix { $0 != "?" && $0 != "#" } }

  /// The query's pairs as they were written, without empty ones.
  var rawQuery: [Substring] {
    target.dropFirst(path.count).prefix { $0 != "#" }.dropFirst().split(separator: "&")
  }

  /// The decoded value of the last query pair of that name.
  func query(_ name: String) -> String? {
    for pair in rawQuery.reversed() {
      let rawName = pair.prefix { $0 != "=" }
      guard percentDecoded(rawName, plusIsBlank: true) == name else { continue }
      return percentDecoded(pair.dropFirst(rawName.count + 1), plusIsBlank: true)
    }
    return nil
  }

  /// The page that is asked for; 1 where it is missing or nonsense.
  var page: Int {
    guard let page = query("page").flatMap({ Int($0) }), page >= 1 else { return 1 }
    return min(page, 1_000_000)
  }

  /// The length of a page: 30 where it is missing or nonsense, 100 at most.
  var pageLength: Int {
    guard let length = query("per_page").flatMap({ Int($0) }), length >= 1 else { return 30 }
    return min(length, 100)
  }
}

/// Decodes `%XX`, and `+` where it stands for a blank; what is not an escape stays as it is.
func percentDecoded(_ text: some StringProtocol, plusIsBlank: Bool) -> String {
  let bytes = Array(text.utf8)
  var decoded: [UInt8] = []
  decoded.reserveCapacity(bytes.count)
  var i = 0
  while i < bytes.count {
    if bytes[i] == UInt8(ascii: "%"), i + 2 < bytes.count,
      let high = hexValue(bytes[i + 1]), let low = hexValue(bytes[i + 2])
    {
      decoded.append(high << 4 | low)
      i += 3
      continue
    }
    let isBlank = plusIsBlank && bytes[i] == UInt8(ascii: "+")
    decoded.append(isBlank ? UInt8(ascii: " ") : bytes[i])
    i += 1
  }
  return String(decoding: decoded, as: UTF8.self)
}

private func hexValue(_ byte: UInt8) -> UInt8? {
  switch byte {
  case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
  case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
  case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
  default: nil
  }
}

/// Encodes what may not stand in a path segment.
func percentEncoded(_ text: String) -> String {
  let plain = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~".utf8)
  guard !text.utf8.allSatisfy({ plain.contains($0) }) else { return text }
  let digits = Array("0123456789ABCDEF")
  return text.utf8.reduce(into: "") { encoded, byte in
    if plain.contains(byte) {
      encoded.unicodeScalars.append(Unicode.Scalar(byte))
    } else {
      encoded += "%\(digits[Int(byte >> 4)])\(digits[Int(byte & 15)])"
    }
  }
}
