import Documents
import JSON

/// `textDocument/documentLink` (LSP 3.17): the profiles of whom a document names; nothing is asked.
enum TextDocumentDocumentLink {
  static let method = "textDocument/documentLink"

  static func handle(
    _ server: Server, _ params: Params
  ) throws(InvalidParams) -> HandlerOutcome {
    let uri = try params.nested("textDocument").string("uri")
    guard let language = server.language, let open = language.documents[uri],
      let source = server.sources.lazy.map(\.descriptor).first(where: { $0.host != nil }),
      let host = source.host
    else { return .now(.null) }
    let document = open.document
    return server.answerLater(during: .search) {
      .array(
        DocumentLinks(host: host, webURL: source.webURL ?? "https://\(host)").links(in: document))
    }
  }
}
