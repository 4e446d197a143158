/// One thing that was found: a person, an organisation, a repository, an entry of a catalogue.
package struct Item: Sendable, Equatable {
  package enum Kind: String, Sendable { case user, organization, bot, repository, entry }

  /// Unique within its source, and the same in every answer.
  package var id: String
  package var kind: Kind
  package var label: String
  package var detail: String?
  package var url: String?
  package var imageURL: String?
  package var group: String?
  /// The typed fields, or the catalogue's own record.
  package var data: Record

  package init(
    id: String, kind: Kind, label: String, detail: String? = nil, url: String? = nil,
    imageURL: String? = nil, group: String? = nil, data: Record = Record()
  ) {
    self.id = id
    self.kind = kind
    self.label = label
    self.detail = detail
    self.url = url
    self.imageURL = imageURL
    self.group = group
    self.data = data
  }
}

/// Named values in order; what is not known is absent.
package struct Record: Sendable, Equatable {
  package struct Field: Sendable, Equatable {
    package var name: String
    package var value: Value
  }

  package private(set) var fields: [Field]

  package init() { fields = [] }

  /// The value of that name; setting nil leaves the name out.
  package subscript(name: String) -> Value? {
    get { fields.first { $0.name == name }?.value }
    set {
      let index = fields.firstIndex { $0.name == name }
      switch (index, newValue) {
      case (let index?, let value?): fields[index].value = value
      case (let index?, nil): fields.remove(at: index)
      case (nil, let value?): fields.append(Field(name: name, value: value))
      case (nil, nil): break
      }
    }
  }
}

/// A value in a record.
package indirect enum Value: Sendable, Equatable {
  case text(String)
  case integer(Int64)
  case number(Double)
  case flag(Bool)
  case list([Value])
  case record(Record)

  package var text: String? {
    guard case .text(let text) = self else { return nil }
    return text
  }

  package var integer: Int64? {
    guard case .integer(let value) = self else { return nil }
    return value
  }
}
