import JSON
import Wire

/// The one error object: a sentence that a person can act on, and the facts for programs.
package struct ErrorReport: Error, Sendable, Equatable {
  package struct Cause: Sendable, Equatable {
    package var section: String
    package var kind: ErrorKind
    package var message: String
  }

  package var kind: ErrorKind
  package var message: String
  package var feature: String?
  package var isRetryable = false
  package var retryAfter: Duration?
  package var attempts: Int?
  package var httpStatus: Int?
  package var requestID: String?
  package var hint: String?
  package var causes: [Cause] = []
  /// The rate budget that is used up; tells one limit from another, and is not written.
  package var budget: String?

  package init(_ kind: ErrorKind, _ message: String) {
    self.kind = kind
    self.message = message
  }

  package var rpc: RPCError { RPCError(code: kind.code, message: message, data: data) }

  private var data: JSONValue {
    var members: [JSONObject.Member] = []
    members.reserveCapacity(4)
    func add(_ name: String, _ value: JSONValue?) {
      if let value { members.append((key: name, value: value)) }
    }
    add("kind", .string(kind.rawValue))
    add("feature", feature.map(JSONValue.string))
    add("retryable", .bool(isRetryable))
    add("retryAfterMilliseconds", retryAfter.map { JSONValue($0.milliseconds) })
    add("attempts", attempts.map { JSONValue($0) })
    add("httpStatus", httpStatus.map { JSONValue($0) })
    add("requestId", requestID.map(JSONValue.string))
    add("hint", hint.map(JSONValue.string))
    add("causes", causes.isEmpty ? nil : .array(causes.map(\.json)))
    return .object(JSONObject(distinct: members))
  }
}

extension ErrorReport.Cause {
  fileprivate var json: JSONValue {
    [
      "section": .string(section), "kind": .string(kind.rawValue), "message": .string(message),
    ]
  }
}

extension Duration {
  /// Whole milliseconds, rounded up; never negative.
  package var milliseconds: Int {
    let (seconds, attoseconds) = components
    guard seconds < Int64.max / 2000 else { return Int.max / 2 }
    let fraction = (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000
    return max(0, Int(seconds * 1000 + fraction))
  }
}
