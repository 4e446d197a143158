import Explorer
import GitHub
import HTTP
import Service

/// `gitexplorer doctor`: what works, and what to do about what does not.
enum Doctor {
  static func run(_ options: Options) async throws(CommandError) -> ExitStatus {
    let settings = try ConfigFile.settings(options)
    let shot = try OneShot(options)
    defer { shot.wiring.shutdown() }
    let output = Terminal.standardOutput
    try output.print("gitexplorer  \(Main.version)\nlibcurl      \(CurlClient.libraryVersion)\n")
    guard let source = try shot.source(named: nil, settings) as? GitHubSource else {
      return .success
    }
    try output.print("host         \(source.descriptor.host ?? "")\n")
    let inspection: Inspection
    do throws(CommandError) {
      inspection = try await shot.attempt(.profile(login: ""), of: source, settings) {
        timeout throws(SourceError) in
        try await source.inspect(timeout: timeout)
      }
    } catch {
      try output.print("reachable    no\n")
      throw error
    }
    try output.print("reachable    yes\n")
    try output.print("token        \(inspection.tokenOrigin.words)\n")
    let scopes = inspection.scopes.map { $0.isEmpty ? "none" : $0.joined(separator: ", ") }
    try output.print("scopes       \(scopes ?? "not told")\n")
    for budget in inspection.budgets {
      let remaining = budget.remaining.map(String.init) ?? "?"
      let limit = budget.limit.map(String.init) ?? "?"
      let reset = budget.resetsIn.map { ", resets in \($0.milliseconds / 1000) s" } ?? ""
      try output.print("\(budget.resource.padded(to: 13))\(remaining) left of \(limit)\(reset)\n")
    }
    return .success
  }
}

extension TokenOrigin {
  /// Where the token came from, never the token.
  fileprivate var words: String {
    switch self {
    case .setting: "from the setting github.token"
    case .command: "from the setting github.tokenCommand"
    case .environment(let variable): "from the variable \(variable)"
    case .gh: "from gh auth token"
    case .none: "none; run `gh auth login` or set GITHUB_TOKEN"
    }
  }
}
