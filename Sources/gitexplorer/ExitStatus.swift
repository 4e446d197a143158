import JSON
import Service
import System

/// How a command ends, by number: one status for one meaning.
enum ExitStatus: Int32, CaseIterable {
  case success = 0
  case nothingFound = 1
  case wrongUsage = 2
  case failed = 3

  /// The meaning, for the help and the manual page.
  var meaning: String {
    switch self {
    case .success: "found, or done"
    case .nothingFound: "nothing found"
    case .wrongUsage: "wrong usage"
    case .failed: "failed"
    }
  }

  /// The line of the help.
  static var help: String {
    "exit status: " + allCases.map { "\($0.rawValue) \($0.meaning)" }.joined(separator: "; ")
  }

  /// What an error means for a command.
  ///
  /// - Parameter feature: what was being done, as error objects name it. A login that does not exist
  ///   is nothing found; a search whose file or address does not exist has failed.
  init(_ kind: ErrorKind, during feature: String?) {
    switch kind {
    case .notFound: self = feature == "profile" || feature == "follow" ? .nothingFound : .failed
    case .notSupported, .unknownSource, .invalidParams: self = .wrongUsage
    case .offline, .timeout, .tls, .rateLimited, .unauthorized, .forbidden, .invalidQuery,
      .serverError, .badResponse, .cancelled, .unknownSearch, .unknownProfile, .parseError,
      .invalidRequest, .methodNotFound, .notInitialized, .internal:
      self = .failed
    }
  }
}

/// Why a command ended early.
struct CommandError: Error {
  let status: ExitStatus
  /// One line that says what to do.
  let message: String

  /// Wrong usage, a bad file, a bad setting.
  static func usage(_ message: String) -> CommandError {
    CommandError(status: .wrongUsage, message: message)
  }

  /// The work itself failed.
  static func failed(_ message: String) -> CommandError {
    CommandError(status: .failed, message: message)
  }

  /// Standard output takes nothing.
  static func unwritable(_ error: SystemError) -> CommandError {
    .failed("the output cannot be written: \(error)")
  }

  private init(status: ExitStatus, message: String) {
    (self.status, self.message) = (status, message)
  }

  /// An error of a source, in words for people.
  init(_ report: ErrorReport) {
    status = ExitStatus(report.kind, during: report.feature)
    message = report.message + (report.hint.map { " " + $0 } ?? "")
  }

  /// An error object of the protocol, in words for people.
  init(_ error: JSONValue) {
    let data = error["data"]
    let kind = data?["kind"]?.stringValue.flatMap(ErrorKind.init) ?? .internal
    status = ExitStatus(kind, during: data?["feature"]?.stringValue)
    message =
      (error["message"]?.stringValue ?? "it failed")
      + (data?["hint"]?.stringValue.map { " " + $0 } ?? "")
  }
}
