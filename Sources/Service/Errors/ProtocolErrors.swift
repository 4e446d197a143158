import JSON
import Wire

// The errors of JSON-RPC and of the lifecycle, in words.

extension ErrorReport {
  init(_ body: UnreadableBody) {
    switch body {
    case .json(let error):
      self.init(.parseError, "The message is not JSON: \(error.words).")
    case .frame(let fault):
      switch fault {
      case .noUsableLength:
        self.init(
          .parseError,
          "The header has no usable Content-Length: expected a whole number of at most 15 digits.")
      case .headerTooLarge(let limit):
        self.init(.invalidRequest, "The header is larger than \(limit) bytes; it was skipped.")
      case .messageTooLarge(let limit):
        self.init(
          .invalidRequest,
          "The message is larger than \(limit) bytes (--max-message-bytes); it was skipped.")
      case .unsupportedCharset(let name):
        self.init(
          .invalidRequest, "The charset \(name.prefix(40)) is not spoken here: expected utf-8.")
      case .neitherHeaderNorJSON:
        self.init(
          .parseError, "The first line is neither JSON nor a header: expected one or the other.")
      case .utf16: self.init(.parseError, "The message is UTF-16: expected UTF-8.")
      case .endInHeader: self.init(.parseError, "The input has ended inside a header.")
      }
    }
  }

  init(_ message: InvalidMessage) {
    let fault =
      switch message.reason {
      case .notAnObject(let found): "a message must be an object, but is \(found)"
      case .emptyBatch: "a batch must not be empty"
      case .badVersion: "`jsonrpc` must be \"2.0\""
      case .badID(let found): "`id` must be a string or a 64-bit whole number, but is \(found)"
      case .badMethod: "`method` must be a string"
      case .badParams(let found): "`params` must be an object or an array, but is \(found)"
      }
    self.init(.invalidRequest, "This is no request: \(fault).")
  }

  init(_ params: InvalidParams) {
    self.init(
      .invalidParams,
      "`\(params.member)` must be \(params.expected)\(params.found.map { ", but is \($0)" } ?? "")."
    )
  }

  static func methodNotFound(_ method: String) -> ErrorReport {
    ErrorReport(.methodNotFound, "There is no method `" + method.shortened + "`.")
  }

  static let notInitialized = ErrorReport(
    .notInitialized, "The server is not initialized: send `initialize` first.")

  static let alreadyInitialized = ErrorReport(
    .invalidRequest, "`initialize` may be sent once, and first.")

  static let shutDown = ErrorReport(
    .invalidRequest, "The server was shut down; it takes nothing but `exit`.")

  static let idInUse = ErrorReport(
    .invalidRequest, "A request with this id is under way; an id may be used again when answered.")

  static func notARequest(_ method: String) -> ErrorReport {
    ErrorReport(.invalidRequest, "`\(method)` is a notification: send it without an id.")
  }

  static func cancelled(during feature: Feature? = nil) -> ErrorReport {
    var report = ErrorReport(.cancelled, "The request was cancelled.")
    report.feature = feature?.name
    return report
  }

  static func unknownSource(_ name: String) -> ErrorReport {
    ErrorReport(.unknownSource, "There is no source `\(name.shortened)`.")
  }

  static func unknownSearch(_ id: String) -> ErrorReport {
    ErrorReport(.unknownSearch, "The search `\(id.shortened)` is not open.")
  }

  static func unknownProfile(_ id: String) -> ErrorReport {
    ErrorReport(.unknownProfile, "The profile view `\(id.shortened)` is not open.")
  }
}

extension JSONError {
  fileprivate var words: String {
    let what =
      switch reason {
      case .unexpectedEnd: "it ends too early"
      case .unexpectedByte(let byte): "unexpected byte 0x\(String(byte, radix: 16))"
      case .trailingBytes: "something follows the value"
      case .tooDeep: "it is nested deeper than \(maximumJSONDepth)"
      case .controlCharacter: "a control character stands in a string"
      case .badEscape: "a string has an unknown escape"
      case .invalidUTF8: "a string is not UTF-8"
      case .badNumber: "a number is malformed"
      }
    return "\(what) at byte \(offset)"
  }
}

extension String {
  /// What a client has named, short enough for a message to a person.
  var shortened: String { utf8.count <= 100 ? self : "\(prefix(100))…" }
}
