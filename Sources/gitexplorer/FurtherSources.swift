import Catalog
import Explorer
import JSON
import JSONAPI
import Service

/// Builds the sources that the setting `sources` names.
struct FurtherSources: Sendable {
  let sandboxURL: String?
  let dependencies: SourceDependencies

  func entries(_ settings: Settings) -> SourceEntries {
    SourceEntries(
      settings.sources, taken: ["github", "people"], cacheAge: settings.search.cacheAge,
      sandboxURL: sandboxURL, dependencies: dependencies)
  }

  /// What is wrong with the entries, in the words for settings.
  func faults(_ settings: Settings) -> [SettingFault] {
    entries(settings).faults.map { fault in
      let name = fault.source.hasPrefix("[") ? "sources\(fault.source)" : "sources.\(fault.source)"
      return SettingFault(
        name: fault.member.isEmpty ? name : "\(name).\(fault.member)", expected: fault.expected,
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
