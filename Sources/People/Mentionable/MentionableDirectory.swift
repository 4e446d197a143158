import Explorer

/// Accounts that may be mentioned, ready to be searched.
package struct MentionableDirectory: Sendable {
  /// In the order in which they were told; each has the relation `mentionable`.
  package let people: PeopleDirectory
  /// Their rows, by login in lower case.
  private let items: [String: Item]

  package static let empty = MentionableDirectory(people: .empty, items: [:])

  /// Further people are not taken, so that memory is bounded.
  private static let maximumPeople = 5_000

  private init(people: PeopleDirectory, items: [String: Item]) {
    (self.people, self.items) = (people, items)
  }

  /// Whether no further people are taken.
  var isFull: Bool { items.count >= Self.maximumPeople }

  /// These and others; what has no login is nobody.
  package func adding(_ others: [Item]) -> MentionableDirectory {
    var (people, items) = (people.people, items)
    for item in others where items.count < Self.maximumPeople {
      guard let login = item.data["login"]?.stringValue else { continue }
      if items.updateValue(item, forKey: login.lowercased()) == nil {
        people.append(Self.person(item, login))
      }
    }
    return MentionableDirectory(people: PeopleDirectory(people), items: items)
  }

  /// The row of an account; nil where nobody of that login is known.
  func item(ofLogin login: String) -> Item? { items[login.lowercased()] }

  private static func person(_ item: Item, _ login: String) -> Person {
    Person(
      Identity(name: item.data["name"]?.stringValue ?? "", mail: ""), login: login,
      accountID: item.data["id"]?.intValue.map(Int64.init), relations: [.mentionable])
  }
}
