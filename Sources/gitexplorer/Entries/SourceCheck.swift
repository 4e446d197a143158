import Catalog
import Explorer
import JSON
import JSONAPI
import Secrets
import Service
import System

/// `gitexplorer source check [ID]`: what becomes of the entries of the setting `sources`.
enum SourceCheck {
  static func run(_ options: Options, id: String?) async throws(CommandError) -> ExitStatus {
    var (settings, refused) = try ConfigFile.settingsAndRefused(options)
    if let fault = refused.first {
      throw .usage("--config \(options[.config] ?? ""): \(fault.problem)")
    }
    guard !settings.sources.isEmpty else {
      throw .usage("there is no entry in `sources` to be checked; --config FILE names settings")
    }
    // What fails is told at once.
    settings.search.maximumRetries = 0
    let shot = try OneShot(options, settings: settings)
    defer { shot.wiring.shutdown() }
    let entries = settings.sources.enumerated().map { EntryCheck($0.element, at: $0.offset, shot) }
    let chosen = entries.filter { id == nil || $0.id == id }
    guard !chosen.isEmpty else {
      let known = entries.map(\.id)
      throw .usage(
        "there is no entry `\(id ?? "")`; there are \(known.joined(separator: ", "))"
          + known.suggestion(for: id ?? ""))
    }
    var results: [(id: String, checks: [Check])] = []
    for entry in chosen { results.append((entry.id, await entry.checks())) }
    let isWell = results.allSatisfy { $0.checks.allSatisfy { $0.state != .problem } }
    try print(results, isWell: isWell, asJSON: options.isSet(.json))
    return isWell ? .success : .failed
  }

  private static func print(
    _ results: [(id: String, checks: [Check])], isWell: Bool, asJSON: Bool
  ) throws(CommandError) {
    let output = Terminal.standardOutput
    guard !asJSON else {
      let sources = results.map { result -> JSONValue in
        ["id": .string(result.id), "checks": .array(result.checks.map(\.json))]
      }
      let object: JSONValue = ["ok": .bool(isWell), "sources": .array(sources)]
      return try output.print(object.printableLine)
    }
    let lines = results.flatMap { result in
      [result.id.printable] + result.checks.flatMap { $0.lines(width: output.width) }
    }
    try output.print(lines.joined(separator: "\n") + "\n")
  }
}
