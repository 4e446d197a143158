import Documents
import JSON

/// The text of a query box as the client has edited it, and its version.
struct LiveText: Sendable {
  private var edited: EditedText
  /// Nil until the client has named one.
  private(set) var version: Int?

  init(_ text: EditedText = EditedText(), version: Int? = nil) {
    edited = text
    self.version = version
  }

  var text: String { edited.string }

  /// Applies the changes of one `search/didChange`, all of them or none.
  ///
  /// - Returns: the version that the text now has.
  mutating func apply(_ change: Change, _ encoding: PositionEncoding) throws(InvalidParams) -> Int {
    let next = change.version ?? (version ?? 0) &+ 1
    if let version, next <= version {
      throw InvalidParams(
        member: "version", expected: "above the last one, \(version)", found: String(next))
    }
    var text = edited
    for edit in change.edits { try edit.apply(to: &text, encoding) }
    edited = text
    version = next
    return next
  }

  struct Change: Sendable {
    /// Nil in the short form without a version.
    var version: Int?
    var edits: [Edit]
  }

  enum Edit: Sendable {
    case whole(EditedText)
    case range(start: Int, end: Int, EditedText)

    fileprivate func apply(
      to text: inout EditedText, _ encoding: PositionEncoding
    ) throws(InvalidParams) {
      switch self {
      case .whole(let new): text = new.counted(in: encoding)
      case .range(let start, let end, let new):
        try text.replace(from: start, to: end, with: new, encoding)
      }
    }
  }
}

extension LiveText.Change {
  /// Reads `{version, contentChanges}` or the short form `{version?, text}`.
  init(_ params: Params) throws(InvalidParams) {
    if let text = try params.optionalText("text"), params["contentChanges"] == nil {
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
    let text = try params.text("text")
    guard params["range"] != nil else {
      self = .whole(text)
      return
    }
    let range = try params.nested("range")
    self = .range(start: try range.int("start"), end: try range.int("end"), text)
  }
}

extension Params {
  /// A text that is edited; half a surrogate pair in it is kept.
  func optionalText(_ name: String) throws(InvalidParams) -> EditedText? {
    try optional(name, "a string", EditedText.init)
  }

  fileprivate func text(_ name: String) throws(InvalidParams) -> EditedText {
    try required(name, try optionalText(name), "a string")
  }

  /// The version of a text, small enough that every client reads it exactly.
  func version() throws(InvalidParams) -> Int? {
    try optionalInt("version", in: -(1 << 53)...(1 << 53))
  }
}
