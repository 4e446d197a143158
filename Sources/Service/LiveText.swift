import JSON

/// The text of a query box as the client has edited it, and its version.
struct LiveText: Sendable {
  private(set) var text = ""
  /// Nil until the client has named one.
  private(set) var version: Int?

  init(_ text: String = "", version: Int? = nil) {
    self.text = text
    self.version = version
  }

  /// Applies the changes of one `search/didChange`, all of them or none.
  ///
  /// - Returns: the version that the text now has.
  mutating func apply(_ change: Change, _ encoding: PositionEncoding) throws(InvalidParams) -> Int {
    let next = change.version ?? (version ?? 0) &+ 1
    if let version, next <= version {
      throw InvalidParams(
        member: "version", expected: "above the last one, \(version)", found: String(next))
    }
    var text = text
    for edit in change.edits { try edit.apply(to: &text, encoding) }
    self.text = text
    version = next
    return next
  }

  struct Change: Sendable {
    /// Nil in the short form without a version.
    var version: Int?
    var edits: [Edit]
  }

  enum Edit: Sendable {
    case whole(String)
    case range(start: Int, end: Int, String)

    fileprivate func apply(
      to text: inout String, _ encoding: PositionEncoding
    ) throws(InvalidParams) {
      switch self {
      case .whole(let new): text = new
      case .range(let start, let end, let new):
        guard start <= end else {
          throw InvalidParams(
            member: "start", expected: "at most `end`, \(end)", found: String(start))
        }
        let lower = try place(start, "start", in: text, encoding)
        let upper = try place(end, "end", in: text, encoding)
        let scalars = text.unicodeScalars
        var edited = String(Substring(scalars[..<lower]))
        edited += new
        edited += Substring(scalars[upper...])
        text = edited
      }
    }

    private func place(
      _ offset: Int, _ name: String, in text: String, _ encoding: PositionEncoding
    ) throws(InvalidParams) -> String.Index {
      guard let index = encoding.index(at: offset, in: text) else {
        throw InvalidParams(
          member: name, expected: "a place in the text, between two characters",
          found: String(offset))
      }
      return index
    }
  }
}

extension LiveText.Change {
  /// Reads `{version, contentChanges}` or the short form `{version?, text}`.
  init(_ params: Params) throws(InvalidParams) {
    if let text = try params.optionalString("text"), params["contentChanges"] == nil {
      version = try params.version()
      edits = [.whole(text)]
      return
    }
    guard let version = try params.version() else {
      throw InvalidParams(member: "version", expected: "a whole number", found: nil)
    }
    self.version = version
    guard let changes = try params.optionalArray("contentChanges") else {
      throw InvalidParams(member: "contentChanges", expected: "an array of changes", found: nil)
    }
    edits = []
    for change in changes {
      edits.append(try LiveText.Edit(try Params(change, path: "contentChanges")))
    }
  }
}

extension LiveText.Edit {
  fileprivate init(_ params: Params) throws(InvalidParams) {
    let text = try params.string("text")
    guard params["range"] != nil else {
      self = .whole(text)
      return
    }
    let range = try params.nested("range")
    self = .range(start: try range.int("start"), end: try range.int("end"), text)
  }
}

extension Params {
  /// The version of a text, small enough that every client reads it exactly.
  func version() throws(InvalidParams) -> Int? {
    try optionalInt("version", in: -(1 << 53)...(1 << 53))
  }
}
