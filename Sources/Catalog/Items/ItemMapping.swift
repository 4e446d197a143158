import Explorer
import JSON

/// Which fields of a record make an item.
package struct ItemMapping: Sendable, Equatable {
  package var label: FieldTemplate
  package var detail: FieldTemplate?
  package var url: FieldTemplate?
  package var imageURL: FieldTemplate?
  package var group: FieldTemplate?
  /// What queries look in; the label where nothing else is named.
  package var search: [FieldTemplate]
  /// What tells a record from others; nil goes by all that it says.
  package var key: FieldTemplate?

  package init(label: FieldTemplate, search: [FieldTemplate] = []) {
    self.label = label
    self.search = search.isEmpty ? [label] : search
  }

  /// The item of a record, nil where it has no label.
  package func item(_ record: JSONValue, id: String) -> Item? {
    guard let object = record.objectValue, let label = label.text(in: record) else { return nil }
    return Item(
      id: id, kind: .entry, label: label, detail: detail?.text(in: record),
      url: url?.url(in: record), imageURL: imageURL?.url(in: record),
      group: group?.text(in: record), data: object.presentable)
  }

  /// What a record is known by: its key, else all that it says.
  package func identity(_ record: JSONValue) -> String {
    key?.text(in: record) ?? String(stableDigest(record.jsonBytes), radix: 16)
  }

  /// Why a record without a label has none, and which field was perhaps meant.
  package func problem(with record: JSONValue) -> String {
    guard record.objectValue != nil else {
      return "the items are no records; `{@value}` is an item that is \(record.typeName)"
    }
    let path = label.paths.first { record.value(at: $0)?.readableText == nil } ?? []
    return FieldSuggestion.words(missing: path.joined(separator: "."), in: record)
  }

  // MARK: what it asks for

  /// Its fields, by the members of an entry that name them.
  package var namedFields: [(member: String, field: FieldTemplate)] {
    let optional = [
      ("detail", detail), ("url", url), ("imageUrl", imageURL), ("group", group), ("key", key),
    ]
    return [("label", label)] + search.filter { $0 != label }.map { ("search", $0) }
      + optional.compactMap { member, field in field.map { (member, $0) } }
  }

  private var templates: [FieldTemplate] { namedFields.map(\.field) }

  /// Whether a field is of the list and not of the record: `@key`, `@value`, `@parent`.
  var usesElementNames: Bool { names { $0.hasPrefix("@") && Self.elementNames.contains($0) } }

  /// Whether it asks for a member whose name is so.
  func names(where condition: (String) -> Bool) -> Bool {
    templates.contains { $0.paths.contains { $0.first.map(condition) ?? false } }
  }

  /// The members of a record that make its label.
  var labelNames: [String] { label.paths.compactMap(\.first) }

  /// The members that are wanted of what holds a list.
  var parentNames: Set<String> {
    Set(
      templates.flatMap(\.paths).filter { $0.count > 1 && $0[0] == "@parent" }.map { $0[1] })
  }

  private static let elementNames: Set<String> = ["@key", "@value", "@parent"]
}

extension JSONObject {
  /// These members without those that are null, at any depth; a whole number that is too large to be
  /// one everywhere is written as a string.
  fileprivate var presentable: JSONObject {
    JSONObject(
      distinct: members.compactMap { key, value in
        key == "@parent" ? nil : value.presentable.map { (key: key, value: $0) }
      })
  }
}

extension JSONValue {
  fileprivate var presentable: JSONValue? {
    switch self {
    case .null: nil
    case .largeInteger(let text): .string(text)
    case .integer(let number) where number.magnitude > 1 << 53: .string(String(number))
    case .array(let elements): .array(elements.compactMap(\.presentable))
    case .object(let object): .object(object.presentable)
    case .bool, .integer, .number, .string, .brokenString: self
    }
  }
}
