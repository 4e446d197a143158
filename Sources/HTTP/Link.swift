/// One link of a `Link` header (RFC 8288).
package struct Link: Equatable, Sendable {
  /// The URL between the angle brackets, as it was written; may be relative.
  package var target: String
  /// The relation types in lower case, `next` for example; often one.
  package var relations: [String]

  package init(target: String, relations: [String]) {
    self.target = target
    self.relations = relations
  }

  /// Returns the links of a header's value in their order; what is no link is passed over.
  package static func parse(_ value: String) -> [Link] {
    var parser = LinkParser(value)
    var links: [Link] = []
    while let link = parser.next() { links.append(link) }
    return links
  }

  /// Returns the target of the first link with that relation.
  package static func target(of relation: String, in value: String) -> String? {
    parse(value).first { $0.relations.contains(relation) }?.target
  }

  /// Returns the target of the next page.
  package static func next(in value: String) -> String? { target(of: "next", in: value) }
}

/// Reads a `Link` header's value from left to right; never fails, only finds less.
private struct LinkParser {
  private let bytes: [UInt8]
  private var position = 0

  init(_ value: String) { bytes = Array(value.utf8) }

  mutating func next() -> Link? {
    _ = text { $0 != UInt8(ascii: "<") }
    position += 1
    let target = text { $0 != UInt8(ascii: ">") }
    guard position < bytes.count else { return nil }
    position += 1
    var relations: String?
    while let parameter = nextParameter() {
      // The first `rel` counts, later ones are to be ignored.
      if relations == nil, equalIgnoringCase(parameter.name, "rel") { relations = parameter.value }
    }
    return Link(
      target: trimmed(target),
      relations: (relations ?? "").lowercased().split { $0 == " " || $0 == "\t" }.map(String.init))
  }

  /// Returns the next parameter of the link, nil behind its last one.
  private mutating func nextParameter() -> (name: String, value: String)? {
    skipJunk()
    guard peek == UInt8(ascii: ";") else { return nil }
    position += 1
    let name = trimmed(
      text { $0 != UInt8(ascii: "=") && $0 != UInt8(ascii: ";") && $0 != UInt8(ascii: ",") })
    guard peek == UInt8(ascii: "=") else { return (name, "") }
    position += 1
    _ = text { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
    if peek == UInt8(ascii: "\"") { return (name, quoted()) }
    return (name, trimmed(text { $0 != UInt8(ascii: ";") && $0 != UInt8(ascii: ",") }))
  }

  /// Goes to the next `;` or `,` outside quotes.
  private mutating func skipJunk() {
    while let byte = peek, byte != UInt8(ascii: ";"), byte != UInt8(ascii: ",") {
      if byte == UInt8(ascii: "\"") { _ = quoted() } else { position += 1 }
    }
  }

  private mutating func quoted() -> String {
    var content: [UInt8] = []
    position += 1
    while let byte = peek, byte != UInt8(ascii: "\"") {
      if byte == UInt8(ascii: "\\") { position += 1 }
      if let byte = peek { content.append(byte) }
      position += 1
    }
    position += 1
    return String(decoding: content, as: UTF8.self)
  }

  private var peek: UInt8? { position < bytes.count ? bytes[position] : nil }

  private mutating func text(while condition: (UInt8) -> Bool) -> ArraySlice<UInt8> {
    guard position < bytes.count else { return [] }
    let found = bytes[position...].prefix(while: condition)
    position = found.endIndex
    return found
  }

  private func trimmed(_ bytes: ArraySlice<UInt8>) -> String {
    String(decoding: trimmingBlanks(bytes), as: UTF8.self)
  }
}

/// Returns `bytes` without the blanks, tabs and line ends around them.
func trimmingBlanks(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
  let blanks: [UInt8] = [0x20, 0x09, 0x0D, 0x0A]
  let end = bytes.lastIndex { !blanks.contains($0) }.map { $0 + 1 } ?? bytes.startIndex
  return bytes[..<end].drop { blanks.contains($0) }
}
