import JSON

/// A member of an entry of `sources` that is missing or not what it must be.
///
/// What was given is not repeated: it may hold a secret.
package struct EntryFault: Error, Sendable, Equatable {
  /// The source's id, or its place where it has none: `hospitals`, `[2]`.
  package var source: String
  package var member: String
  package var expected: String
  package var found: String

  package init(source: String, member: String, expected: String, found: String) {
    (self.source, self.member, self.expected, self.found) = (source, member, expected, found)
  }
}

/// A member of an entry that says nothing to anybody.
package struct UnreadMember: Sendable, Equatable {
  /// As `EntryFault` has it.
  package var source: String
  package var member: String
  /// The member that was perhaps meant.
  package var nearest: String?
}

/// Reads the members of one entry; `null` is the same as absent.
package struct EntryReader {
  package let source: String
  private let object: JSONObject
  private let asked = AskedNames()

  package init(_ value: JSONValue, position: Int) throws(EntryFault) {
    let place = "[\(position)]"
    guard let object = value.objectValue else {
      throw EntryFault(
        source: place, member: "", expected: "an object", found: value.typeName)
    }
    self.object = object
    source = object["id"]?.stringValue.flatMap { Self.isID($0) ? $0 : nil } ?? place
  }

  package static func isID(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.count <= 100
      && text.utf8.allSatisfy { byte in
        (byte | 0x20) &- UInt8(ascii: "a") < 26 || byte &- UInt8(ascii: "0") < 10
          || "-_.".utf8.contains(byte)
      }
  }

  package subscript(member: String) -> JSONValue? {
    asked.names.insert(member)
    return object[member].flatMap { $0.isNull ? nil : $0 }
  }

  /// The members that nobody has asked for; remarks (`$comment`, `//`) apart.
  package var unread: [UnreadMember] {
    let names = object.members.map(\.key).filter { !asked.names.contains($0) }
    return names.filter { !$0.hasPrefix("$") && !$0.hasPrefix("//") && !$0.hasPrefix("#") }.map {
      UnreadMember(
        source: source, member: $0,
        nearest: FieldSuggestion.nearest(to: $0, among: asked.names.sorted()))
    }
  }

  /// Which members an entry may have is known by who reads it.
  private final class AskedNames {
    var names: Set<String> = []
  }

  package func fault(_ member: String, _ expected: String) -> EntryFault {
    let found: String
    switch self[member] {
    case nil: found = "missing"
    case .string?: found = "another string"
    case let value?: found = value.typeName
    }
    return EntryFault(source: source, member: member, expected: expected, found: found)
  }

  package func text(_ member: String) throws(EntryFault) -> String? {
    guard let value = self[member] else { return nil }
    guard let text = value.stringValue, !text.isEmpty else { throw fault(member, "a string") }
    return text
  }

  package func required(_ member: String, _ expected: String) throws(EntryFault) -> String {
    guard let text = try text(member) else { throw fault(member, expected) }
    return text
  }

  package func texts(_ member: String) throws(EntryFault) -> [String] {
    guard let value = self[member] else { return [] }
    if let text = value.stringValue { return [text] }
    let texts = value.listValue?.compactMap(\.stringValue)
    guard let texts, texts.count == value.listValue?.count else {
      throw fault(member, "an array of strings")
    }
    return texts
  }

  package func integer(_ member: String, in range: ClosedRange<Int>) throws(EntryFault) -> Int? {
    guard let value = self[member] else { return nil }
    guard let number = value.intValue, range.contains(number) else {
      throw fault(member, "a whole number from \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }

  package func word<Word: RawRepresentable & CaseIterable>(
    _ member: String, as: Word.Type
  ) throws(EntryFault) -> Word? where Word.RawValue == String {
    guard let text = try text(member) else { return nil }
    guard let word = Word(rawValue: text) else {
      let words = Word.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: " or ")
      throw fault(member, words)
    }
    return word
  }

  /// A path of members: `data.items`.
  package func path(_ member: String) throws(EntryFault) -> [String] {
    ItemsPath(try text(member) ?? "").segments
  }

  package func field(_ member: String) throws(EntryFault) -> FieldTemplate? {
    guard let text = try text(member) else { return nil }
    guard let field = FieldTemplate(text) else { throw fault(member, Self.fieldWords) }
    return field
  }

  package func fields(_ member: String) throws(EntryFault) -> [FieldTemplate] {
    let texts = try texts(member)
    let fields = texts.compactMap { FieldTemplate($0) }
    guard fields.count == texts.count else { throw fault(member, Self.fieldWords) }
    return fields
  }

  private static let fieldWords = "a field's name or a template such as `{name} • {country}`"
}
