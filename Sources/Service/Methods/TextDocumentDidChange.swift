import Documents

/// `textDocument/didChange` (LSP 3.17): changes of ranges, or the whole text.
enum TextDocumentDidChange {
  static let method = "textDocument/didChange"

  static func handle(_ server: Server, _ params: Params) throws(InvalidParams) {
    guard let language = server.language else { return }
    let document = try params.nested("textDocument")
    var changes: [DocumentChange] = []
    for change in try params.optionalArray("contentChanges") ?? [] {
      changes.append(try DocumentChange(try Params(change, path: "contentChanges")))
    }
    let uri = try document.string("uri")
    let version = try document.optionalInt("version")
    language.change(
      uri, changes, version: version ?? (language.documents[uri]?.document.version ?? 0) &+ 1)
  }
}

extension DocumentChange {
  fileprivate init(_ params: Params) throws(InvalidParams) {
    let text = try params.string("text")
    guard params["range"] != nil else {
      self = .whole(text)
      return
    }
    let range = try params.nested("range")
    self = .range(start: try range.position("start"), end: try range.position("end"), text: text)
  }
}
