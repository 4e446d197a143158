/// `textDocument/didClose` (LSP 3.17): forgets the document and ends what its completion is doing.
enum TextDocumentDidClose {
  static let method = "textDocument/didClose"

  static func handle(_ server: Server, _ params: Params) throws(InvalidParams) {
    server.language?.close(try params.nested("textDocument").string("uri"))
  }
}
