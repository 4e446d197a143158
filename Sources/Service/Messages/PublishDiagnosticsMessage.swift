import Documents
import JSON

/// `textDocument/publishDiagnostics` (LSP 3.17): what is wrong with a document, instead of what was.
struct PublishDiagnosticsMessage: ServerMessage {
  static let method = "textDocument/publishDiagnostics"

  var uri: String
  /// Nil where the document is closed.
  var version: Int?
  var diagnostics: [JSONValue]

  func params(_ encoding: PositionEncoding) -> JSONObject {
    var params = JSONObject()
    params["uri"] = .string(uri)
    params["version"] = version.map { JSONValue($0) }
    params["diagnostics"] = .array(diagnostics)
    return params
  }
}
