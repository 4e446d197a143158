import Catalog
import Explorer
import JSON
import JSONAPI
import Service
import Synchronization

/// The sources that the setting `sources` names: an entry that comes back finds its source again, with
/// all that was read and is watched of it.
final class FurtherSources: Sendable {
  /// The setting as it was read last, and what was built of it.
  private struct Known {
    var values: [JSONValue] = []
    var cacheAge: Duration = .zero
    var read = SourceEntries([], taken: [], cacheAge: .zero, sandboxURL: nil)
    var sources: [(entry: SourceEntry, source: any Source)] = []
  }

  let dependencies: SourceDependencies
  private let sandboxURL: String?
  private let known = Mutex(Known())

  init(sandboxURL: String?, dependencies: SourceDependencies) {
    (self.sandboxURL, self.dependencies) = (sandboxURL, dependencies)
  }

  /// The sources of the entries that are as they must be, in their order.
  func sources(_ settings: Settings) -> [any Source] { known(settings).sources.map(\.source) }

  /// What is wrong with the entries, in the words for settings.
  func faults(_ settings: Settings) -> [SettingFault] { known(settings).read.faults.inSettings }

  /// The entries read, of which nothing is built.
  static func read(_ settings: Settings, sandboxURL: String?) -> SourceEntries {
    SourceEntries(
      settings.sources, taken: ["github", "people"], cacheAge: settings.search.cacheAge,
      sandboxURL: sandboxURL)
  }

  /// Warns of members that nobody reads, where they are new.
  private func known(_ settings: Settings) -> Known {
    let (known, news) = known.withLock { known -> (Known, [UnreadMember]) in
      let age = settings.search.cacheAge
      if known.values == settings.sources, known.cacheAge == age { return (known, []) }
      let old = known
      let read = Self.read(settings, sandboxURL: sandboxURL)
      let sources = read.entries.map { entry in
        old.sources.first { $0.entry == entry } ?? (entry, entry.source(dependencies))
      }
      known = Known(values: settings.sources, cacheAge: age, read: read, sources: sources)
      return (known, read.unread.filter { !old.read.unread.contains($0) })
    }
    for unread in news {
      let name = EntryFault.settingName(of: unread.member, in: unread.source)
      let meant = unread.nearest.map { "; did you mean `\($0)`?" } ?? "."
      dependencies.warn("Nobody reads the setting `\(name)`\(meant)")
    }
    return known
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

extension [EntryFault] {
  /// In the words for settings.
  var inSettings: [SettingFault] {
    map { fault in
      SettingFault(
        name: EntryFault.settingName(of: fault.member, in: fault.source), expected: fault.expected,
        found: fault.found)
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
