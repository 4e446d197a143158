import JSON

/// One thing that was found: a person, an organisation, a repository, an entry of a catalogue.
package struct Item: Sendable, Equatable {
  package enum Kind: String, Sendable { case user, organization, bot, author, repository, entry }

  /// Unique within its source, and the same in every answer.
  package var id: String
  package var kind: Kind
  package var label: String
  package var detail: String?
  package var url: String?
  package var imageURL: String?
  package var group: String?
  /// The typed fields, or the catalogue's own record.
  package var data: JSONObject

  package init(
    id: String, kind: Kind, label: String, detail: String? = nil, url: String? = nil,
    imageURL: String? = nil, group: String? = nil, data: JSONObject = JSONObject()
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
