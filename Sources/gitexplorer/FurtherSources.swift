import Catalog
import Explorer
import JSON
import JSONAPI
import Service
import Synchronization

/// Builds the sources that the setting `sources` names.
struct FurtherSources: Sendable {
  let sandboxURL: String?
  var dependencies: SourceDependencies
  private let told = Told()

  init(sandboxURL: String?, dependencies: SourceDependencies) {
    (self.sandboxURL, self.dependencies) = (sandboxURL, dependencies)
  }

  /// Warns of members that nobody reads, of each once.
  func entries(_ settings: Settings) -> SourceEntries {
    let entries = SourceEntries(
      settings.sources, taken: ["github", "people"], cacheAge: settings.search.cacheAge,
      sandboxURL: sandboxURL, dependencies: dependencies)
    for unread in entries.unread where told.insert(unread) {
      let name = EntryFault.settingName(of: unread.member, in: unread.source)
      let meant = unread.nearest.map { "; did you mean `\($0)`?" } ?? "."
      dependencies.warn("Nobody reads the setting `\(name)`\(meant)")
    }
    return entries
  }

  /// What was said already.
  private final class Told: Sendable {
    private let members = Mutex<[UnreadMember]>([])

    /// False where it was in it.
    func insert(_ member: UnreadMember) -> Bool {
      members.withLock { members in
        guard !members.contains(member) else { return false }
        members.append(member)
        return true
      }
    }
  }

  /// What is wrong with the entries, in the words for settings.
  func faults(_ settings: Settings) -> [SettingFault] {
    entries(settings).faults.map { fault in
      SettingFault(
        name: EntryFault.settingName(of: fault.member, in: fault.source), expected: fault.expected,
        found: fault.found)
    }
  }

  /// The entries with paths that start at `folder` where they are relative.
  static func resolving(_ entries: [JSONValue], in folder: String) -> [JSONValue] {
    entries.map { entry in
      guard var object = entry.objectValue, let path = object["path"]?.stringValue,
        !path.isEmpty, !path.hasPrefix("/")
      else { return entry }
      object["path"] = .string("\(folder)/\(path)")
      return .object(object)
    }
  }
}

extension EntryFault {
  /// As settings name it: `sources.hospitals.url`.
  fileprivate static func settingName(of member: String, in source: String) -> String {
    let name = source.hasPrefix("[") ? "sources\(source)" : "sources.\(source)"
    return member.isEmpty ? name : "\(name).\(member)"
  }
}
