import Synchronization

/// Takes secrets out of what people and files get to see: every token that the session has held, and
/// whatever has the form of a secret.
///
/// One for a process; everything that leaves it as a message, a log line, a trace, a recording or an
/// error goes through here.
package final class Redactor: Sendable {
  /// What stands in the place of a secret.
  package static let mark = "***"
  /// More tokens than any session uses; the oldest is forgotten beyond that.
  private static let maximumTokens = 256
  /// Shorter tokens may be ordinary words, and are left in whole bodies.
  private static let minimumBodyToken = 12

  private let held = Mutex<[Token]>([])

  package init() {}

  /// Has a token taken out of everything from now on.
  package func remember(_ token: Token) {
    held.withLock { held in
      guard !token.secret.isEmpty, !held.contains(token) else { return }
      if held.count >= Redactor.maximumTokens { held.removeFirst() }
      held.append(token)
    }
  }

  /// Whether what a header, a parameter or a member of that name holds is a secret.
  package static func isSecretName(_ name: String) -> Bool { SecretForms.isSecretName(name) }

  /// Returns a text for people without any secret.
  package func redacted(_ text: String) -> String {
    let bytes = Array(text.utf8)
    let result = SecretForms.redacted(without(bytes) { _ in true })
    return result == bytes ? text : String(decoding: result, as: UTF8.self)
  }

  /// Returns the body of an answer without the tokens that were held, wherever it quotes one.
  package func redactedBody(_ bytes: [UInt8]) -> [UInt8] {
    without(bytes) { $0.utf8.count >= Redactor.minimumBodyToken }
  }

  /// A token may be the start of another: the longer ones go first.
  private func without(_ bytes: [UInt8], _ isMeant: (String) -> Bool) -> [UInt8] {
    let secrets = held.withLock { $0.map(\.secret) }.filter(isMeant)
      .sorted { $0.utf8.count > $1.utf8.count }
    return secrets.reduce(bytes) { $0.replacing(Array($1.utf8), with: Array(Self.mark.utf8)) }
  }
}

extension [UInt8] {
  /// This with every occurrence of `run` replaced; itself where there is none.
  fileprivate func replacing(_ run: [UInt8], with mark: [UInt8]) -> [UInt8] {
    guard var start = self[...].firstIndex(of: run) else { return self }
    var result: [UInt8] = []
    var rest = self[...]
    while true {
      result += rest[..<start]
      result += mark
      rest = rest[(start + run.count)...]
      guard let next = rest.firstIndex(of: run) else { return result + rest }
      start = next
    }
  }
}

extension ArraySlice<UInt8> {
  /// Where `run`, which is not empty, begins; nil where it does not occur.
  fileprivate func firstIndex(of run: [UInt8]) -> Int? {
    withUnsafeBufferPointer { bytes in
      guard bytes.count >= run.count else { return nil }
      for i in 0...(bytes.count - run.count)
      where bytes[i] == run[0] && run.indices.allSatisfy({ bytes[i + $0] == run[$0] }) {
        return startIndex + i
      }
      return nil
    }
  }
}
