import JSON

/// One thing that `doctor` has looked at.
struct Check: Sendable {
  enum State: String, Sendable {
    case ok
    /// Nothing is wrong; there is something to know.
    case note
    case problem
  }

  let name: String
  let state: State
  /// What was found, without secrets.
  let found: String
  /// What to do, where something is wrong or missing.
  var advice: String?

  static func ok(_ name: String, _ found: String) -> Check {
    Check(name: name, state: .ok, found: found)
  }

  static func note(_ name: String, _ found: String, advice: String? = nil) -> Check {
    Check(name: name, state: .note, found: found, advice: advice)
  }

  static func problem(_ name: String, _ found: String, advice: String) -> Check {
    Check(name: name, state: .problem, found: found, advice: advice)
  }

  var json: JSONValue {
    var object = JSONObject()
    object["name"] = .string(name)
    object["state"] = .string(state.rawValue)
    object["found"] = .string(found)
    object["advice"] = advice.map(JSONValue.string)
    return .object(object)
  }

  /// Lines for people: the state, the name, what was found, and below it what to do.
  func lines(width: Int?) -> [String] {
    let mark =
      switch state {
      case .ok: "ok"
      case .note: "-"
      case .problem: "FAIL"
      }
    let head = "\(mark.padded(to: 5)) \(name.padded(to: 13)) "
    // A window too narrow for two columns has the words below the name.
    let indent = (width ?? 100) < 50 ? 2 : head.count
    let room = width.map { max(12, $0 - indent) } ?? Int.max
    let texts = [found.printable, advice?.printable].compactMap(\.self)
    let lines = texts.flatMap { $0.wrapped(to: room) }
    let blanks = String(repeating: " ", count: indent)
    guard indent == head.count else {
      return ["\(mark.padded(to: 5)) \(name)"] + lines.map { blanks + $0 }
    }
    return lines.enumerated().map { ($0.offset == 0 ? head : blanks) + $0.element }
  }
}
