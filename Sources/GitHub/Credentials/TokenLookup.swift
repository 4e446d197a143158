import Secrets
import REST

/// The places where a token may be, asked one after the other.
///
/// The commands may take their time: `find` blocks its thread while they run.
struct TokenLookup: Sendable {
  let settings: GitHubSettings
  let environment: @Sendable (String) -> String?
  let launcher: any Launcher
  let report: Report

  /// A key ring may ask for a password, a key may wait to be touched.
  private static let commandLimit: Duration = .seconds(60)

  /// What may take long, for people.
  var slowPlace: String {
    settings.tokenCommand?.first.map { "github.tokenCommand (\($0))" } ?? "gh auth token"
  }

  func find() -> Credential {
    if let credential = fromSetting() ?? fromCommand() ?? fromEnvironment() ?? fromGh() {
      return credential
    }
    report(.info, "No token for \(settings.host.name) was found; asking without one.")
    return .anonymous
  }

  private func fromSetting() -> Credential? {
    guard let token = settings.token else { return nil }
    return accepted(token, .setting, "The setting github.token")
  }

  private func fromCommand() -> Credential? {
    guard let command = settings.tokenCommand, let name = command.first else { return nil }
    switch launcher.run(command, limit: Self.commandLimit) {
    case .output(let bytes):
      return accepted(firstLine(bytes), .command, "What tokenCommand printed")
    case .failed(let status):
      report(.warning, "tokenCommand (\(name)) ended with status \(status).")
    case .notFound: report(.warning, "tokenCommand (\(name)) was not found.")
    case .refused: report(.warning, "tokenCommand (\(name)) could not be started.")
    case .timedOut:
      report(.warning, "tokenCommand (\(name)) did not end within \(Self.commandLimit).")
    case .terminated: break
    }
    return nil
  }

  private func fromEnvironment() -> Credential? {
    let names =
      settings.host.isRunByGitHub
      ? ["GH_TOKEN", "GITHUB_TOKEN"] : ["GH_ENTERPRISE_TOKEN", "GITHUB_ENTERPRISE_TOKEN"]
    for name in names {
      guard let text = environment(name) else { continue }
      let token = trimmed(Array(text.utf8)[...])
      if token.secret.isEmpty { continue }
      if let found = accepted(token, .environment(variable: name), "The variable \(name)") {
        return found
      }
    }
    return nil
  }

  private func fromGh() -> Credential? {
    guard !settings.host.isLoopback else { return nil }
    let command = ["gh", "auth", "token", "--hostname", settings.host.name]
    switch launcher.run(command, limit: Self.commandLimit) {
    case .output(let bytes): return accepted(firstLine(bytes), .gh, "What gh printed")
    case .timedOut:
      report(.warning, "gh auth token did not end within \(Self.commandLimit).")
      return nil
    case .failed, .notFound, .refused, .terminated: return nil
    }
  }

  /// A token that cannot be sent is named by its place and refused.
  private func accepted(_ token: Token, _ origin: TokenOrigin, _ place: String) -> Credential? {
    guard token.isUsable else {
      report(.warning, "\(place) is no token: it is empty or has a character that none has.")
      return nil
    }
    return Credential(token: token, origin: origin)
  }

  private func firstLine(_ bytes: [UInt8]) -> Token { trimmed(bytes.prefix { $0 != 0x0A }) }

  /// The token without the white space around it.
  private func trimmed(_ bytes: ArraySlice<UInt8>) -> Token {
    let blanks: ClosedRange<UInt8> = 0x09...0x0D
    func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || blanks.contains(byte) }
    let end = bytes.lastIndex { !isBlank($0) }.map { $0 + 1 } ?? bytes.startIndex
    return Token(String(decoding: bytes[..<end].drop(while: isBlank), as: UTF8.self))
  }
}
