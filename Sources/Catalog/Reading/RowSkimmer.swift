import JSON

/// Hands rows of JSON to a builder: by the places of a few members, or read whole.
struct RowSkimmer {
  private let bytes: UnsafeBufferPointer<UInt8>
  private let wanted: [String]?
  private var members: [Range<Int>?]

  /// - Parameter wanted: as `TableBuilder.wantedMembers` has it.
  init(_ bytes: UnsafeBufferPointer<UInt8>, _ wanted: [String]?) {
    self.bytes = bytes
    self.wanted = wanted
    members = Array(repeating: nil, count: wanted?.count ?? 0)
  }

  /// Takes an element of an array that is well-formed UTF-8 and JSON.
  mutating func add(_ range: Range<Int>, to builder: inout TableBuilder) {
    guard range.count <= TableReader.maximumRowBytes else { return builder.skip(range.lowerBound) }
    guard bytes[range.lowerBound] == UInt8(ascii: "{") else { return builder.skipUnlabelled(range) }
    addObject(range, to: &builder)
  }

  /// Takes a line that may be anything; one of white space alone is no row.
  ///
  /// - Returns: false where it is no JSON.
  mutating func addLine(
    _ line: Range<Int>, checkingUTF8: Bool, to builder: inout TableBuilder
  ) -> Bool {
    var skimmer = JSONSkimmer(bytes, line)
    if skimmer.isAtEnd() { return true }
    guard line.count <= TableReader.maximumRowBytes,
      !checkingUTF8 || firstMalformedUTF8(bytes, line) == nil, let range = try? skimmer.value(),
      skimmer.isAtEnd()
    else {
      builder.skip(line.lowerBound)
      return false
    }
    add(range, to: &builder)
    return true
  }

  private mutating func addObject(_ range: Range<Int>, to builder: inout TableBuilder) {
    guard let wanted else {
      return builder.add(range, parsed(range, bytes))
    }
    for i in members.indices { members[i] = nil }
    var skimmer = JSONSkimmer(bytes, range)
    try? skimmer.object { name, value in
      for (i, wantedName) in wanted.enumerated() where isName(name, wantedName, bytes) {
        members[i] = value
      }
    }
    builder.add(range, members, in: bytes)
  }
}

/// Whether the inside of a quoted name is that name.
func isName(_ range: Range<Int>, _ name: String, _ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
  let inside = bytes[range]
  if inside.count == name.utf8.count { return inside.elementsEqual(name.utf8) }
  guard inside.count > name.utf8.count, inside.contains(UInt8(ascii: "\\")) else { return false }
  let quoted = parsed(range.lowerBound - 1..<range.upperBound + 1, bytes)
  return quoted?.stringValue.map { $0.utf8.elementsEqual(name.utf8) } ?? false
}

/// The value that lies there; nil where it is none.
func parsed(_ range: Range<Int>, _ bytes: UnsafeBufferPointer<UInt8>) -> JSONValue? {
  try? JSONValue(parsing: UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: bytes[range])))
}
