import Explorer
import HTTP
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
  /// What tells a record from others; nil goes by its place.
  package var key: FieldTemplate?

  package init(label: FieldTemplate, search: [FieldTemplate] = []) {
    self.label = label
    self.search = search.isEmpty ? [label] : search
  }

  /// The item of a record, nil where it has no label.
  package func item(_ record: JSONValue, id: String) -> Item? {
    guard record.objectValue != nil, let label = label.text(in: record) else { return nil }
    return Item(
      id: id, kind: .entry, label: label, detail: detail?.text(in: record),
      url: openable(url, record), imageURL: openable(imageURL, record),
      group: group?.text(in: record), data: Record(record))
  }

  /// Absolute http(s) URLs alone: what is passed on may be opened.
  private func openable(_ field: FieldTemplate?, _ record: JSONValue) -> String? {
    field?.text(in: record).flatMap { ResolvedURL($0) == nil ? nil : $0 }
  }
}

extension Record {
  /// The members of an object; null is not known.
  init(_ value: JSONValue) {
    self.init()
    for (name, member) in value.objectValue?.members ?? [] { self[name] = Value(member) }
  }
}

extension Value {
  fileprivate init?(_ value: JSONValue) {
    switch value {
    case .null: return nil
    case .bool(let flag): self = .flag(flag)
    case .integer(let number): self = .integer(number)
    case .largeInteger(let text): self = .text(text)
    case .number(let number): self = .number(number)
    case .string(let text): self = .text(text)
    case .array(let elements): self = .list(elements.compactMap(Value.init))
    case .object: self = .record(Record(value))
    }
  }
}
