import Documents
import JSON

/// `text/context`: who is being named at a position of a text, by the rules that completion has for
/// documents.
///
/// For plugins, which bring their own candidates to where the server says that one is due.
enum TextContext {
  static let method = "text/context"

  static func handle(
    _ server: Server, _ params: Params
  ) throws(InvalidParams) -> HandlerOutcome {
    let document = TextDocument(
      languageID: try params.optionalString("languageId") ?? "",
      fileName: try params.optionalString("fileName") ?? "", version: 0,
      text: try params.string("text"), encoding: server.context.encoding)
    let context = CompletionContext(at: try params.position(), of: document)
    return .now(context?.json ?? [:])
  }
}

extension CompletionContext {
  fileprivate var json: JSONValue {
    var object = JSONObject()
    switch person.kind {
    case .mention: object["kind"] = "mention"
    case .team(let organization):
      object["kind"] = "team"
      object["organization"] = .string(organization)
    case .trailer: object["kind"] = "trailer"
    case .trailerKey: object["kind"] = "trailerKey"
    case .owner: object["kind"] = "owner"
    }
    object["query"] = .string(person.query)
    object["range"] = place.range(person.replaced)
    return .object(object)
  }
}
