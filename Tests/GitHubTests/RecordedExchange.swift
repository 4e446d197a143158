import HTTP
import JSON

/// One recorded exchange: what was asked, and what a server is to say.
struct RecordedExchange: Sendable {
  var name: String
  var tags: [String]
  var method: String
  var path: String
  var query: String
  var isAuthenticated: Bool
  var status: Int
  var headers: [(name: String, value: String)]
  var body: [UInt8]

  /// Where the recorded links point to.
  static let recordedOrigin = "https://api.github.com"
  /// Where a recorded redirect leaves to.
  private static let foreignOrigin = "https://evil.example.net"

  /// Returns nil for what has not the form of a recording.
  init?(_ json: [UInt8]) {
    guard let value = try? JSONValue(parsing: json), let name = value["name"]?.stringValue,
      let request = value["request"], let response = value["response"],
      let path = request["path"]?.stringValue, let status = response["status"]?.intValue
    else { return nil }
    self.name = name
    tags = value["tags"]?.arrayValue?.compactMap(\.stringValue) ?? []
    method = request["method"]?.stringValue ?? "GET"
    self.path = path
    query = request["query"]?.stringValue ?? ""
    isAuthenticated = request["authenticated"]?.boolValue ?? false
    self.status = status
    headers = Self.headers(
      response["headers"]?.objectValue, dynamic: value["dynamic_headers"]?.objectValue)
    body = Self.body(response)
  }

  func has(_ tag: String) -> Bool { tags.contains(tag) }

  subscript(header name: String) -> String? { Headers(headers)[name] }

  /// The body as JSON; nil where it is none.
  var json: JSONValue? { try? JSONValue(parsing: body, byteOrderMark: .skipped) }

  /// The headers with links and redirects that stay where they stayed, and leave where they left.
  func headers(servedAt origin: String, elsewhere: String) -> [(name: String, value: String)] {
    headers.map { name, value in
      let own = replacing(Self.recordedOrigin, by: origin, in: value)
      return (name, replacing(Self.foreignOrigin, by: elsewhere, in: own))
    }
  }

  private static func headers(
    _ object: JSONObject?, dynamic: JSONObject?
  ) -> [(name: String, value: String)] {
    var result: [(name: String, value: String)] = []
    for (name, value) in object?.members ?? [] {
      if ["content-length", "transfer-encoding", "connection"].contains(name.lowercased()) {
        continue
      }
      let rule = dynamic?.members.first { equalIgnoringCase($0.key, name) }?.value.stringValue
      let values = value.arrayValue?.compactMap(\.stringValue) ?? [value.stringValue ?? ""]
      for value in values { result.append((name, rule.map { moved($0, name) } ?? value)) }
    }
    return result
  }

  /// What `now+60s` stands for, `now` being the time of the test bench.
  private static func moved(_ rule: String, _ name: String) -> String {
    let seconds = Int(rule.dropFirst(3).drop { $0 == "+" }.prefix { $0 != "s" }) ?? 0
    if equalIgnoringCase(name, "x-ratelimit-reset") {
      return String(Bench.wallClock + Int64(seconds))
    }
    // The bench stands at 10:31:03; all dates are seconds away from it.
    let second = 3 + seconds
    return "Wed, 07 Jan 2026 10:31:\(second < 10 ? "0" : "")\(second) GMT"
  }

  private static func body(_ response: JSONValue) -> [UInt8] {
    if let text = response["body_base64"]?.stringValue { return decodedBase64(text) }
    switch response["body"] {
    case .string(let text)?: return Array(text.utf8)
    case let value?: return value.jsonBytes
    case nil: return []
    }
  }
}

/// The bytes of a base64 text; other characters are passed over.
private func decodedBase64(_ text: String) -> [UInt8] {
  let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
  var result: [UInt8] = []
  var bits: UInt32 = 0
  var count = 0
  for byte in text.utf8 {
    guard let value = alphabet.firstIndex(of: byte) else { continue }
    bits = bits << 6 | UInt32(value)
    count += 6
    if count >= 8 {
      count -= 8
      result.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
    }
  }
  return result
}

private func replacing(_ old: String, by new: String, in text: String) -> String {
  text.split(separator: old, omittingEmptySubsequences: false).joined(separator: new)
}
