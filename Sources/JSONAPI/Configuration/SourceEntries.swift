import Catalog
import Explorer
import JSON

/// The setting `sources`, read: what can be explored besides GitHub.
package struct SourceEntries: Sendable {
  /// The entries that are as they must be, in their order.
  package private(set) var entries: [SourceEntry] = []
  /// What is wrong with the others, one for each.
  package private(set) var faults: [EntryFault] = []
  /// Members of entries that are not read.
  package private(set) var unread: [UnreadMember] = []

  /// - Parameters:
  ///   - taken: ids that are in use.
  ///   - cacheAge: how long pages are kept where an entry does not say.
  ///   - sandboxURL: what `{sandbox}` at the start of a URL stands for; nil where there is none.
  package init(
    _ values: [JSONValue], taken: Set<String>, cacheAge: Duration, sandboxURL: String?
  ) {
    var ids = taken
    for (i, value) in values.enumerated() {
      do throws(EntryFault) {
        let reader = try EntryReader(value, position: i)
        let id = try reader.required("id", Self.idWords)
        guard EntryReader.isID(id) else { throw reader.fault("id", Self.idWords) }
        guard ids.insert(id).inserted else {
          throw EntryFault(
            source: id, member: "id", expected: "an id of its own", found: "taken by another source"
          )
        }
        let mapping = try reader.mapping()
        let name = try reader.text("name") ?? id
        guard let type = try reader.word("type", as: Kind.self) else {
          throw reader.fault("type", "\"catalog\" or \"http\"")
        }
        let place: SourceEntry.Place =
          switch type {
          case .catalog: .file(try reader.file())
          case .http: .api(try reader.settings(cacheAge: cacheAge, sandboxURL: sandboxURL))
          }
        entries.append(SourceEntry(id: id, name: name, place: place, mapping: mapping))
        unread += reader.unread
      } catch {
        faults.append(error)
      }
    }
  }

  private enum Kind: String, CaseIterable { case catalog, http }

  private static let idWords = "letters, digits and -_. alone"
}

/// One entry of the setting `sources`.
package struct SourceEntry: Sendable, Equatable {
  enum Place: Sendable, Equatable {
    case file(CatalogFile)
    case api(APISettings)
  }

  let id: String
  let name: String
  let place: Place
  let mapping: ItemMapping

  /// Builds the source, which has read and asked nothing yet.
  package func source(_ dependencies: SourceDependencies) -> any Source {
    switch place {
    case .file(let file):
      CatalogSource(id: id, name: name, file: file, mapping: mapping, dependencies: dependencies)
    case .api(let settings):
      JSONAPISource(
        id: id, name: name, settings: settings, mapping: mapping, dependencies: dependencies)
    }
  }
}
