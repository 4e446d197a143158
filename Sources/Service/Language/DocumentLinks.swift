import Documents
import JSON

/// Makes LSP's document links of whom a text names.
struct DocumentLinks: Sendable {
  /// A document has at most so many.
  static let maximum = 5_000
  /// Lines that are longer hold no prose.
  private static let longestLine = 64 << 10

  /// Of addresses.
  let host: String
  /// Where pages of people are.
  let webURL: String

  func links(in document: TextDocument) -> [JSONValue] {
    let kind = document.kind
    let scanner = Scanner(kind)
    var fence = FenceTracker()
    var links: [JSONValue] = []
    for number in 0..<document.lineCount {
      guard links.count < Self.maximum else { break }
      guard document.byteCount(ofLine: number) <= Self.longestLine,
        let line = document.line(number)
      else { continue }
      let isCode = kind == .markdown && fence.takes(line)
      guard !isCode, line.utf8.contains(where: { $0 == UInt8(ascii: "@") }) else { continue }
      let place = DocumentPlace(document: document, line: number, start: 0, text: line)
      for reference in scanner.references(in: line) {
        guard let target = target(of: reference) else { continue }
        links.append(["range": place.range(reference.range), "target": .string(target)])
      }
    }
    return Array(links.prefix(Self.maximum))
  }

  /// Clients make links of URLs by themselves.
  private func target(of reference: Reference) -> String? {
    switch reference.target {
    case .login(let login): "\(webURL)/\(Self.path(login))"
    case .team(let organization, let slug): "\(webURL)/orgs/\(organization)/teams/\(slug)"
    case .profile: nil
    case .mail(let mail):
      NoReplyAddress.login(of: mail, host: host).map { "\(webURL)/\(Self.path($0))" }
    }
  }

  /// A bot's page is that of its app.
  private static func path(_ login: String) -> String {
    login.hasSuffix("[bot]") ? "apps/\(login.dropLast(5))" : login
  }
}
