import Catalog
import Explorer
import JSON

/// The setting `sources`, read: what can be explored besides GitHub.
package struct SourceEntries: Sendable {
  /// The sources of the entries that are as they must be, in their order.
  package private(set) var sources: [any Source] = []
  /// What is wrong with the others, one for each.
  package private(set) var faults: [EntryFault] = []
  /// Members of entries that are not read.
  package private(set) var unread: [UnreadMember] = []

  /// - Parameters:
  ///   - taken: ids that are in use.
  ///   - cacheAge: how long pages are kept where an entry does not say.
  ///   - sandboxURL: what `{sandbox}` at the start of a URL stands for; nil where there is none.
  package init(
    _ entries: [JSONValue], taken: Set<String>, cacheAge: Duration, sandboxURL: String?,
    dependencies: SourceDependencies
  ) {
    var ids = taken
    for (i, entry) in entries.enumerated() {
      do throws(EntryFault) {
        let reader = try EntryReader(entry, position: i)
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
        switch type {
        case .catalog:
          sources.append(
            CatalogSource(
              id: id, name: name, file: try reader.file(), mapping: mapping,
              dependencies: dependencies))
        case .http:
          sources.append(
            JSONAPISource(
              id: id, name: name,
              settings: try reader.settings(cacheAge: cacheAge, sandboxURL: sandboxURL),
              mapping: mapping, dependencies: dependencies))
        }
        unread += reader.unread
      } catch {
        faults.append(error)
      }
    }
  }

  private enum Kind: String, CaseIterable { case catalog, http }

  private static let idWords = "letters, digits and -_. alone"
}
