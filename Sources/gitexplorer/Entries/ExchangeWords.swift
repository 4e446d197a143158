import HTTP
import JSON
import Secrets
import System
import URLs

/// A request and its answer in words, without any secret of the entry.
struct ExchangeWords {
  private let redactor: Redactor
  /// What the variables that the entry names hold, in every form in which it is sent.
  private let secrets: [String]

  init(_ entry: JSONValue, _ redactor: Redactor) {
    self.redactor = redactor
    let text = String(decoding: entry.jsonBytes, as: UTF8.self)
    secrets = text.split(separator: "{").filter { $0.hasPrefix("env:") }
      .compactMap { environmentVariable(String($0.dropFirst(4).prefix { $0 != "}" })) }
      .filter { !$0.isEmpty }
      .flatMap { secret in
        let quoted = String(decoding: JSONValue.string(secret).jsonBytes, as: UTF8.self)
        return [secret, URLEncoding.queryValue(secret), String(quoted.dropFirst().dropLast())]
      }
  }

  func check(_ exchange: ListeningClient.Exchange) -> Check {
    let request = exchange.request
    let headers = request.headers.map { header in
      "\(header.name): "
        + (Redactor.isSecretName(header.name) ? Redactor.mark : shown(header.value))
    }
    let body =
      request.body.isEmpty ? [] : [String(decoding: request.body, as: UTF8.self)].map(shown)
    let lines = ["\(request.method.rawValue) \(shown(request.url))"] + headers + body
    guard let response = exchange.response else {
      return .note("request", lines.joined(separator: "; ") + "; no answer came")
    }
    let type = response.headers.single("Content-Type").map { ", \($0)" } ?? ""
    return .ok(
      "request",
      lines.joined(separator: "; ")
        + "; answered with \(response.status)\(type), \(response.body.count) bytes")
  }

  private func shown(_ text: String) -> String {
    redactor.redacted(secrets.reduce(text) { $0.replacing($1, with: Redactor.mark) })
  }
}
