import JSON
import Service
import System

/// `gitexplorer doctor`: what works, and what to do about what does not.
///
/// Every check is made, whatever the ones before it found.
enum Doctor {
  static func run(_ options: Options) async throws(CommandError) -> ExitStatus {
    let system = SystemChecks(variable: environmentVariable)
    let folders = Folders()
    let checks =
      system.all + (try await settingsAndGitHub(options))
      + EditorChecks(folders: folders, variable: environmentVariable).all
      + [system.folder("state", in: folders.state), system.folder("cache", in: folders.cache)]
    let isWell = checks.allSatisfy { $0.state != .problem }
    let output = Terminal.standardOutput
    if options.isSet(.json) {
      let object: JSONValue = [
        "version": .string(Main.version), "ok": .bool(isWell),
        "checks": .array(checks.map(\.json)),
      ]
      try output.print(String(decoding: object.jsonBytes, as: UTF8.self).printableJSON + "\n")
    } else {
      let lines = checks.flatMap { $0.lines(width: output.width) }
      try output.print(lines.joined(separator: "\n") + "\n")
    }
    return isWell ? .success : .failed
  }

  /// Nobody is asked with settings that were refused: they may be what says who.
  private static func settingsAndGitHub(
    _ options: Options
  ) async throws(CommandError) -> [Check] {
    let settings: Settings
    do throws(CommandError) {
      settings = try ConfigFile.settings(options)
    } catch {
      return [
        .problem("settings", error.message, advice: "Mend the file."),
        .note("token", "not looked for, since the settings were refused"),
        .note("GitHub", "not asked, since the settings were refused"),
      ]
    }
    let place = options[.config].map { "from \($0)" } ?? "none given; the defaults hold"
    let shot = try OneShot(options, settings: settings)
    defer { shot.wiring.shutdown() }
    return [.ok("settings", place)] + (await GitHubChecks(shot: shot).all)
  }
}
