import Explorer

extension ErrorReport {
  /// One error for all that failed in a profile, told from the user's side; what each part met is
  /// in its causes.
  ///
  /// - Parameter parts: not empty; the person's own failure first, where there is one.
  static func unified(
    _ parts: [(part: ProfilePart, report: ErrorReport)], login: String
  ) -> ErrorReport {
    let causes = parts.map {
      Cause(section: $0.part.name, kind: $0.report.kind, message: $0.report.message)
    }
    let hasPerson = parts.first?.part == .user
    let telling = hasPerson ? parts.first : parts.min { $0.report < $1.report }
    var report = telling?.report ?? ErrorReport(.internal, "The profile could not be loaded.")
    if !hasPerson {
      let names = parts.map(\.part.spokenName).joined(separator: " and ")
      report.message = "The \(names) of \(login) are missing: \(report.message)"
    }
    report.retryAfter = parts.compactMap(\.report.retryAfter).max()
    report.causes = causes
    return report
  }

  /// Whether `a` explains more than `b`.
  static func < (a: ErrorReport, b: ErrorReport) -> Bool { a.rank < b.rank }

  private var rank: Int {
    let order: [ErrorKind] = [
      .unauthorized, .rateLimited, .offline, .tls, .timeout, .forbidden, .serverError, .badResponse,
    ]
    return order.firstIndex(of: kind) ?? order.count
  }
}

extension ProfilePart {
  fileprivate var spokenName: String {
    switch self {
    case .user: "person"
    case .section(.repos): "repositories"
    case .section(.followers): "followers"
    case .section(.following): "followed people"
    }
  }
}
