import JSON

/// The one alert: a kind of trouble is shown once until it has gone away, and so is its going.
struct Alerts: Sendable {
  /// A trouble that was shown: a rate limit is another one for each budget.
  private struct Trouble: Sendable, Equatable {
    var kind: ErrorKind
    var budget: String?

    init(_ report: ErrorReport) {
      kind = report.kind
      budget = report.kind == .rateLimited ? report.budget : nil
    }
  }

  private var shown: [Trouble] = []

  struct Message: Sendable, Equatable {
    enum Severity: Int, Sendable { case error = 1, warning, info }

    var severity: Severity
    var text: String

    var params: JSONObject {
      var params = JSONObject()
      params["type"] = JSONValue(severity.rawValue)
      params["message"] = .string(text)
      return params
    }
  }

  /// What to show when `reports` have come up while something is still under way.
  mutating func raise(_ reports: [ErrorReport]) -> [Message] {
    reports.compactMap { report in
      let trouble = Trouble(report)
      guard report.kind.isAlerting, !shown.contains(trouble) else { return nil }
      shown.append(trouble)
      let hint = report.hint.map { " " + $0 } ?? ""
      let severity: Message.Severity = report.kind == .rateLimited ? .warning : .error
      return Message(severity: severity, text: report.message + hint)
    }
  }

  /// What to show when a search or a load has ended with these errors; with none, it went well.
  ///
  /// Of several errors the first is shown: it explains the others best. What never asked anything
  /// says nothing about what has gone away.
  ///
  /// - Parameter budget: the rate budget that was charged.
  mutating func ended(with reports: [ErrorReport], charging budget: String) -> [Message] {
    let news = Array(reports.prefix(1))
    guard reports.allSatisfy({ $0.attempts ?? 1 > 0 && $0.kind != .cancelled }) else {
      return raise(news.filter { $0.kind == .rateLimited })
    }
    let gone = shown.filter { trouble in
      !reports.contains { $0.kind == trouble.kind } && trouble.budget ?? budget == budget
    }
    shown.removeAll { gone.contains($0) }
    return gone.map { Message(severity: .info, text: $0.kind.goneMessage) } + raise(news)
  }
}

extension ErrorKind {
  /// The good news that this trouble is over.
  fileprivate var goneMessage: String {
    switch self {
    case .offline, .timeout: "The connection works again."
    case .tls: "The secure connection works again."
    case .rateLimited: "The rate limit no longer holds."
    case .unauthorized, .forbidden: "Access works again."
    case .serverError, .badResponse: "The answers are whole again."
    case .notFound, .invalidQuery, .cancelled, .notSupported, .unknownSearch, .unknownProfile,
      .unknownSource, .invalidParams, .parseError, .invalidRequest, .methodNotFound,
      .notInitialized, .internal:
      "The trouble is over."
    }
  }
}
