import Explorer
import Service

/// `gitexplorer search QUERY`: one search, for people or for programs.
enum SearchCommand {
  static func run(_ options: Options) async throws(CommandError) -> ExitStatus {
    var settings = try ConfigFile.settings(options)
    let name = try options[.file].map { path throws(CommandError) in
      try settings.addFile(path, options)
    }
    // Those near at hand do not wait long for the others.
    if settings.workspace != nil {
      settings.search.maximumRetries = 0
      settings.search.deadline = min(settings.search.deadline, .seconds(3))
    }
    let shot = try OneShot(options, settings: settings)
    defer { shot.wiring.shutdown() }
    let source = try shot.source(named: name ?? options[.source])
    // What lists everything for an empty query is shown whole.
    let listsEverything = source.descriptor.minimumQueryLength == 0
    let limit = try options.int(.limit, in: 1...1000) ?? (listsEverything ? 1000 : 30)
    let form = PersonForm(options)
    // Some of those found may lack what the form takes.
    let wanted = form == nil ? limit : max(limit, 30)
    let query = Query(
      options.arguments[0], sort: options[.sort], order: options[.order], perPage: min(wanted, 100))
    guard listsEverything || !query.text.isEmpty else {
      throw .usage("there is nothing to search for: QUERY is empty")
    }

    let items = try await items(of: query, from: source, wanted, shot)
    guard !items.isEmpty else {
      Terminal.standardError.complain("nothing found for `\(query.text)`")
      return .nothingFound
    }
    let output = Terminal.standardOutput
    if let form {
      let lines = Array(items.compactMap(form.line).prefix(limit))
      guard !lines.isEmpty else {
        Terminal.standardError.complain("nobody of those found has \(form.name)")
        return .nothingFound
      }
      try output.print(lines.map { $0 + "\n" }.joined())
      return .success
    }
    try output.print(
      options.isSet(.json)
        ? items.map(\.jsonLine).joined().printableJSON
        : SearchTable(items, of: query).text(on: output.display))
    return .success
  }

  /// As many pages as it takes; nobody twice.
  private static func items(
    of query: Query, from source: any Source, _ limit: Int, _ shot: OneShot
  ) async throws(CommandError) -> [Item] {
    do throws(SourceError) {
      try source.descriptor.check(sort: query.sort, order: query.order)
    } catch {
      throw CommandError(ErrorReport(error, of: source.descriptor))
    }

    var items: [Item] = []
    var known: Set<String> = []
    var continuation: String?
    var query = query
    repeat {
      let (asked, from) = (query, continuation)
      let page: Page
      do throws(CommandError) {
        page = try await shot.attempt(
          .search, of: source, waitingFor: "asking \(source.descriptor.name) for `\(query.text)`"
        ) { timeout throws(SourceError) in
          try await source.search(asked, continuing: from, timeout: timeout)
        }
      } catch {
        let near = source.nearby(query)
        guard items.isEmpty, !near.isEmpty else { throw error }
        Terminal.standardError.complain(error.message)
        page = Page(items: near)
      }
      items += page.items.filter { known.insert($0.id).inserted }.prefix(limit - items.count)
      continuation = page.next
      query.page += 1
    } while continuation != nil && items.count < limit
    return items
  }
}
