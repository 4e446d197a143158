import URLs
import HTTP
import JSON

/// The members of an object as GitHub means them: null, `""` and the wrong type are not known.
struct Fields {
  let object: JSONObject

  init?(_ value: JSONValue) {
    guard let object = value.objectValue else { return nil }
    self.object = object
  }

  func text(_ name: String) -> String? {
    guard var text = object[name]?.stringValue else { return nil }
    if text.utf8.contains(0) { text.unicodeScalars.removeAll { $0 == "\0" } }
    return text.isEmpty ? nil : text
  }

  /// Nil too where a double could not hold the number exactly.
  func whole(_ name: String) -> Int64? {
    guard let value = object[name]?.intValue, value.magnitude <= 1 << 53 else { return nil }
    return Int64(value)
  }

  func flag(_ name: String) -> Bool? { object[name]?.boolValue }

  /// Absolute http(s) URLs alone: what is passed on may be opened.
  func url(_ name: String) -> String? {
    text(name).flatMap { ResolvedURL($0) == nil ? nil : $0 }
  }
}
