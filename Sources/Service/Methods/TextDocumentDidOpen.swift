import Documents

/// `textDocument/didOpen` (LSP 3.17).
enum TextDocumentDidOpen {
  static let method = "textDocument/didOpen"

  static func handle(_ server: Server, _ params: Params) throws(InvalidParams) {
    guard let language = server.language else { return }
    let item = try params.nested("textDocument")
    let uri = try item.string("uri")
    let document = TextDocument(
      languageID: try item.optionalString("languageId") ?? "", fileName: DocumentURI.fileName(uri),
      version: try item.optionalInt("version") ?? 0, text: try item.string("text"),
      encoding: server.context.encoding)
    language.open(uri, document)
  }
}
