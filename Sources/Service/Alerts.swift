/// The one alert: a kind of trouble is shown once until it has gone away, and so is its going.
struct Alerts: Sendable {
  private var shown: [ErrorKind] = []

  struct Message: Sendable, Equatable {
    enum Severity: Int, Sendable { case error = 1, warning, info }

    var severity: Severity
    var text: String
  }

  /// What to show when `reports` have come up while something is still under way.
  mutating func raise(_ reports: [ErrorReport]) -> [Message] {
    reports.compactMap { report in
      guard report.kind.isAlerting, !shown.contains(report.kind) else { return nil }
      shown.append(report.kind)
      let hint = report.hint.map { " " + $0 } ?? ""
      let severity: Message.Severity = report.kind == .rateLimited ? .warning : .error
      return Message(severity: severity, text: report.message + hint)
    }
  }

  /// What to show when a search or a load has ended with these errors; with none, it went well.
  ///
  /// Of several errors the first is shown: it explains the others best.
  mutating func ended(with reports: [ErrorReport]) -> [Message] {
    let gone = shown.filter { kind in !reports.contains { $0.kind == kind } }
    shown.removeAll { gone.contains($0) }
    return gone.map { Message(severity: .info, text: $0.goneMessage) }
      + raise(Array(reports.prefix(1)))
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
