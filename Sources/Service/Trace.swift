import JSON
import Wire

/// How much `$/logTrace` tells (LSP 3.17).
enum Trace: String, Sendable { case off, messages, verbose }

extension ServerContext {
  func traceReceived(_ kind: String, _ method: String, _ params: @autoclosure () -> JSONValue) {
    log(.debug, "received \(kind) \(method)")
    guard trace != .off, !method.hasPrefix("$/") else { return }
    logTrace("Received \(kind) '\(method)'", params())
  }

  func traceSent(_ method: String, _ params: JSONValue) {
    logTrace("Sent notification '\(method)'", params)
  }

  func traceAnswer(_ answer: Answer) {
    switch answer.outcome {
    case .success(let result): logTrace("Sent answer", result)
    case .failure(let error): logTrace("Sent error \(error.code)", error.json)
    }
  }

  private func logTrace(_ message: String, _ value: JSONValue) {
    let isWhole = trace == .verbose && !value.isNull
    let text = isWhole ? String(decoding: value.redacted.jsonBytes, as: UTF8.self) : nil
    send(LogTraceMessage(message: message, verbose: text))
  }
}

extension JSONValue {
  /// This value with every secret blotted out: traces show what clients sent, settings included.
  package var redacted: JSONValue {
    switch self {
    case .object(let object):
      .object(
        JSONObject(
          lastWins: object.members.map { key, value in
            // A client may write `github.token` as one name.
            let name = key.lowercased().split(separator: ".").last ?? ""
            let isSecret = ["token", "tokencommand", "headers", "authorization"].contains(name)
            return (key: key, value: isSecret ? "…" : value.redacted)
          }))
    case .array(let elements): .array(elements.map(\.redacted))
    case .null, .bool, .integer, .largeInteger, .number, .string, .brokenString: self
    }
  }
}
