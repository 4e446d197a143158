import Explorer
import JSON

/// `search/didOpen`: opens a search, or starts an open one afresh; a given text is searched at once.
enum SearchDidOpen {
  static let method = "search/didOpen"

  static func handle(_ server: Server, _ params: Params) throws(InvalidParams) {
    let id = try params.string("searchId")
    do throws(InvalidParams) {
      try open(id, params, server)
    } catch {
      server.refuseSearch(id, version: params["version"]?.intValue, ErrorReport(error))
    }
  }

  private static func open(
    _ id: String, _ params: Params, _ server: Server
  ) throws(InvalidParams) {
    let name = try params.optionalString("source")
    let text = try params.optionalText("text")?.counted(in: server.context.encoding)
    let version = try params.version()
    let folder = try params.nested("options").optionalString("workspace")
    guard let source = try server.source(named: name, in: folder) else {
      return server.refuseSearch(id, version: version, .unknownSource(name ?? "default"))
    }
    var settings = server.settings.search
    server.refuse(settings.apply(params["options"] ?? .null))
    do throws(SourceError) {
      try source.descriptor.check(sort: settings.sort, order: settings.order)
    } catch {
      return server.refuseSearch(id, version: version, ErrorReport(error, of: source.descriptor))
    }
    server.searches.removeValue(forKey: id)?.close()
    let session = SearchSession(
      SessionKey(kind: .search, id: id, serial: server.context.nextSerial()), source: source,
      settings: settings, text: LiveText(text ?? EditedText(), version: version),
      server: server.context)
    server.searches[id] = session
    guard let text else { return }
    session.handle(.edited(text: text.string, version: version ?? 0))
    session.handle(.opened)
  }
}

extension Server {
  /// The source of that name; nil asks for the default one.
  func source(named name: String?) -> (any Source)? {
    guard let name else { return sources.first }
    return sources.first { $0.descriptor.id == name }
  }

  private static var maximumFolders: Int { 64 }

  /// The source of that name for a box of that folder: its people where it is in a repository and no
  /// other source is named.
  fileprivate func source(
    named name: String?, in folder: String?
  ) throws(InvalidParams) -> (any Source)? {
    guard let folder, name == nil || name == "people" else { return source(named: name) }
    guard let people = context.environment.makePeople(settings, folder) else {
      throw InvalidParams(
        member: "options.workspace", expected: "an absolute path or a file: URI", found: "a string")
    }
    guard name == "people" || people.isInRepository else { return source(named: name) }
    if let known = peopleOfFolders[folder] { return known }
    if peopleOfFolders.count >= Self.maximumFolders { peopleOfFolders = [:] }
    let source = SharedSource(people.source, context.environment)
    peopleOfFolders[folder] = source
    return source
  }

  /// Answers a message about a search that cannot be taken.
  func refuseSearch(_ id: String, version: Int?, _ error: ErrorReport) {
    let text = searches[id]?.text
    context.send(
      SearchResultsMessage(
        searchID: id, version: version ?? text?.version ?? 0, query: Query(text?.text ?? ""),
        status: .failure, origin: .fallback, page: Page(items: []), error: error,
        delivery: .refusal(SessionKey(kind: .search, id: id, serial: 0).subject)))
  }

  /// Hands an event to an open search; says so where it is not open.
  func withSearch(
    _ params: Params, _ body: (SearchSession) throws(InvalidParams) -> Void
  ) throws(InvalidParams) {
    let id = try params.string("searchId")
    do throws(InvalidParams) {
      guard let session = searches[id] else {
        return refuseSearch(id, version: params["version"]?.intValue, .unknownSearch(id))
      }
      try body(session)
    } catch {
      refuseSearch(id, version: params["version"]?.intValue, ErrorReport(error))
    }
  }
}
