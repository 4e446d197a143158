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
    let text =
      isWhole
      ? String(decoding: value.redacted(by: environment.redactor).jsonBytes, as: UTF8.self) : nil
    send(LogTraceMessage(message: message, verbose: text))
  }
}
