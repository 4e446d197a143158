import URLs
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
    guard let object = record.objectValue, let label = label.text(in: record) else { return nil }
    return Item(
      id: id, kind: .entry, label: label, detail: detail?.text(in: record),
      url: openable(url, record), imageURL: openable(imageURL, record),
      group: group?.text(in: record), data: object.withoutNulls)
  }

  /// Absolute http(s) URLs alone: what is passed on may be opened.
  private func openable(_ field: FieldTemplate?, _ record: JSONValue) -> String? {
    field?.text(in: record).flatMap { ResolvedURL($0) == nil ? nil : $0 }
  }
}

extension JSONObject {
  /// These members without those that are null, at any depth; a whole number that is too large to be
  /// one everywhere is written as a string.
  fileprivate var withoutNulls: JSONObject {
    JSONObject(
      distinct: members.compactMap { key, value in
        value.withoutNulls.map { (key: key, value: $0) }
      })
  }
}

extension JSONValue {
  fileprivate var withoutNulls: JSONValue? {
    switch self {
    case .null: nil
    case .largeInteger(let text): .string(text)
    case .array(let elements): .array(elements.compactMap(\.withoutNulls))
    case .object(let object): .object(object.withoutNulls)
    case .bool, .integer, .number, .string, .brokenString: self
    }
  }
}
