/// One HTTP response, whole: the body is unpacked and its length was checked.
package struct Response: Sendable {
  package var status: Int
  package var headers: Headers
  package var body: [UInt8]
  /// The URL that answered, after redirects.
  package var url: String

  package init(status: Int, headers: Headers = Headers(), body: [UInt8] = [], url: String = "") {
    self.status = status
    self.headers = headers
    self.body = body
    self.url = url
  }
}

/// The header fields of a response, in order; names are compared without regard to ASCII case.
package struct Headers: Sendable, ExpressibleByDictionaryLiteral {
  package private(set) var fields: [(name: String, value: String)]

  package init(_ fields: [(name: String, value: String)] = []) { self.fields = fields }
  package init(dictionaryLiteral elements: (String, String)...) {
    fields = elements.map { (name: $0.0, value: $0.1) }
  }

  /// The values of a field that is a list, `Link` for example, joined by `, ` (RFC 9110 §5.3); nil
  /// where there is none.
  package subscript(name: String) -> String? {
    let values = fields.lazy.filter { equalIgnoringCase($0.name, name) }.map(\.value)
    return values.isEmpty ? nil : values.joined(separator: ", ")
  }

  /// The value of a field that has one, `ETag` for example; one that was sent again counts once.
  package func single(_ name: String) -> String? {
    fields.first { equalIgnoringCase($0.name, name) }?.value
  }

  package mutating func append(name: String, value: String) {
    fields.append((name: name, value: value))
  }
}

/// Whether two header names are the same, ASCII case apart.
package func equalIgnoringCase(_ a: String, _ b: String) -> Bool {
  a.utf8.count == b.utf8.count
    && zip(a.utf8, b.utf8).allSatisfy { lowercased($0) == lowercased($1) }
}

private func lowercased(_ byte: UInt8) -> UInt8 {
  (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
}
