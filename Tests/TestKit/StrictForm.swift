import JSON

/// What in a message breaks the strict form of what the server writes (rule B3); empty for a good
/// one.
///
/// Told apart from what the server itself uses to keep to the form.
package func strictFormFaults(_ message: JSONValue) -> [String] {
  if case .array(let answers) = message {
    return answers.isEmpty ? ["an empty batch"] : answers.flatMap { strictFormFaults($0) }
  }
  guard case .object(let object) = message else { return ["no object: \(message)"] }
  var faults: [String] = []
  let names = object.members.map(\.key)
  let shapes: [[String]] = [
    ["jsonrpc", "id", "result"], ["jsonrpc", "id", "error"], ["jsonrpc", "method", "params"],
    ["jsonrpc", "method"],
  ]
  if !shapes.contains(where: { Set($0) == Set(names) && $0.count == names.count }) {
    faults.append("the members are \(names)")
  }
  if object["jsonrpc"] != "2.0" { faults.append("jsonrpc is not 2.0") }
  for (name, value) in object.members where name != "id" && name != "result" {
    faults += valueFaults(value, at: name)
  }
  if let result = object["result"], !result.isNull { faults += valueFaults(result, at: "result") }
  if let error = object["error"] { faults += errorFaults(error, at: "error") }
  if let error = object["params"]?["error"] { faults += errorFaults(error, at: "params.error") }
  return faults
}

private func errorFaults(_ error: JSONValue, at place: String) -> [String] {
  var faults: [String] = []
  let names = error.objectValue?.members.map(\.key) ?? []
  if names != ["code", "message", "data"] { faults.append("\(place) has the members \(names)") }
  if error["code"]?.intValue == nil { faults.append("\(place).code is no whole number") }
  if error["message"]?.stringValue?.isEmpty != false { faults.append("\(place) has no message") }
  if error["data"]?["kind"]?.stringValue == nil { faults.append("\(place) has no kind") }
  if error["data"]?["retryable"]?.boolValue == nil { faults.append("\(place) has no retryable") }
  return faults
}

private func valueFaults(_ value: JSONValue, at place: String) -> [String] {
  switch value {
  case .null: return ["\(place) is null"]
  case .bool: return []
  case .integer(let number):
    return number.magnitude > 1 << 53 ? ["\(place) is beyond 2^53"] : []
  case .largeInteger: return ["\(place) is beyond 2^53"]
  case .number(let number): return number.isFinite ? [] : ["\(place) is not finite"]
  case .brokenString: return ["\(place) has half a surrogate pair"]
  case .string(let text): return text.utf8.contains(0) ? ["\(place) holds U+0000"] : []
  case .array(let elements):
    return elements.enumerated().flatMap { valueFaults($1, at: "\(place)[\($0)]") }
  case .object(let object):
    return object.members.flatMap { key, value in
      (key.utf8.contains(0) ? ["a name in \(place) holds U+0000"] : [])
        + valueFaults(value, at: "\(place).\(key)")
    }
  }
}
