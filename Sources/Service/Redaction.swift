import JSON
import Secrets
import Wire

extension JSONValue {
  /// This value without any secret: what members hold that are named for one, and what stands in texts.
  package func redacted(by redactor: Redactor) -> JSONValue {
    switch self {
    case .object(let object):
      .object(
        JSONObject(
          lastWins: object.members.map { key, value in
            (
              key: redactor.redacted(key),
              value: Self.isSecret(key) ? "…" : value.redacted(by: redactor)
            )
          }))
    case .array(let elements): .array(elements.map { $0.redacted(by: redactor) })
    case .string(let text): .string(redactor.redacted(text))
    case .brokenString(let units):
      .string(redactor.redacted(String(decoding: units, as: UTF16.self)))
    case .null, .bool, .integer, .largeInteger, .number: self
    }
  }

  /// A client may write `github.token` as one name.
  private static func isSecret(_ key: String) -> Bool {
    let name = key.lowercased().split(separator: ".").last.map(String.init) ?? ""
    return ["tokencommand", "headers"].contains(name) || Redactor.isSecretName(name)
  }
}

extension JSONObject {
  /// The params of a notification without the secrets that somebody may have quoted: in what is for
  /// people, and in the error.
  func redacted(by redactor: Redactor, for method: String) -> JSONObject {
    var params = self
    if method.hasPrefix("window/") || method == "$/logTrace" {
      for member in members {
        guard let text = member.value.stringValue else { continue }
        params[member.key] = .string(redactor.redacted(text))
      }
    } else if let error = self["error"] {
      params["error"] = error.redacted(by: redactor)
    }
    return params
  }
}

extension RPCError {
  /// This error without the secrets that it may have quoted.
  func redacted(by redactor: Redactor) -> RPCError {
    var error = self
    error.message = redactor.redacted(message)
    error.data = data.redacted(by: redactor)
    return error
  }
}
