import REST
import Explorer
import GitHub
import HTTP
import Service

/// Where the token comes from, and whether GitHub answers.
struct GitHubChecks {
  let shot: OneShot

  var all: [Check] {
    get async {
      guard let source = try? shot.source(named: nil) as? GitHubSource else { return [] }
      return [await token(source)] + (await reachability(source))
    }
  }

  private func token(_ source: GitHubSource) async -> Check {
    do throws(CommandError) {
      let origin = try await shot.attempt(
        .profile(login: ""), of: source, waitingFor: "looking for the token"
      ) { _ throws(SourceError) in try await source.tokenOrigin() }
      switch origin {
      case .none:
        return .note(
          "token", "none: ten searches a minute, and no following",
          advice: "Run `gh auth login`, or set GITHUB_TOKEN.")
      case .setting, .command, .environment, .gh: return .ok("token", origin.words)
      }
    } catch {
      return .problem(
        "token", error.message, advice: "Run what gives the token by hand, and see what it says.")
    }
  }

  private func reachability(_ source: GitHubSource) async -> [Check] {
    let name = source.descriptor.name
    let host = source.descriptor.host ?? ""
    do throws(CommandError) {
      let inspection = try await shot.attempt(
        .profile(login: ""), of: source, waitingFor: "asking \(host)"
      ) { timeout throws(SourceError) in try await source.inspect(timeout: timeout) }
      return [.ok(name, "\(host) is reachable")] + scopes(inspection)
        + inspection.budgets.map(budget)
    } catch {
      return [
        .problem(
          name, "\(host): \(error.message)",
          advice: "`curl -v` to the same address tells whether it is this machine's network.")
      ]
    }
  }

  private func scopes(_ inspection: Inspection) -> [Check] {
    guard let scopes = inspection.scopes else { return [] }
    let names = scopes.isEmpty ? "none" : scopes.joined(separator: ", ")
    guard scopes.contains("user") || scopes.contains("user:follow") else {
      return [
        .note(
          "scopes", "\(names); following needs user:follow",
          advice: "Run `gh auth refresh --scopes user:follow`.")
      ]
    }
    return [.ok("scopes", names)]
  }

  private func budget(_ reading: RateBudget.Reading) -> Check {
    let remaining = reading.remaining.map(String.init) ?? "?"
    let limit = reading.limit.map(String.init) ?? "?"
    let reset = reading.resetsIn.map { ", resets in \($0.milliseconds / 1000) s" } ?? ""
    let found = "\(remaining) left of \(limit)\(reset)"
    guard reading.remaining != 0 else {
      return .problem("\(reading.resource) limit", found, advice: "Wait until it resets.")
    }
    return .ok("\(reading.resource) limit", found)
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
    case .none: "none"
    }
  }
}
