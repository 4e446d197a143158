import Explorer
import JSON
import Service

/// `gitexplorer search QUERY`: one search, for people or for programs.
enum SearchCommand {
  static func run(_ options: Options) async throws(CommandError) -> ExitStatus {
    let settings = try ConfigFile.settings(options)
    let shot = try OneShot(options)
    defer { shot.wiring.shutdown() }
    let source = try shot.source(named: options[.source], settings)
    // What lists everything for an empty query is shown whole.
    let usual = source.descriptor.minimumQueryLength == 0 ? 1000 : 30
    let limit = try options.int(.limit, in: 1...1000) ?? usual
    var query = Query(
      options.arguments[0], sort: options[.sort],
      order: options[.order], perPage: min(limit, 100))

    var items: [Item] = []
    var continuation: String?
    repeat {
      let page = try await shot.search(source, query, continuing: continuation, settings)
      items += page.items.prefix(limit - items.count)
      continuation = page.next
      query.page += 1
    } while continuation != nil && items.count < limit

    guard !items.isEmpty else {
      Terminal.standardError.complain("nothing found for `\(query.text)`")
      return .nothingFound
    }
    try print(items, options)
    return .success
  }

  private static func print(_ items: [Item], _ options: Options) throws(CommandError) {
    let output = Terminal.standardOutput
    guard !options.isSet(.json) else {
      return try output.print(items.map { $0.jsonLine }.joined().printableJSON)
    }
    let columns = columns(for: items)
    let rows = items.map { item in columns.map { $0.text(item) } }
    try output.print(Table(headings: columns.map(\.heading), rows: rows).text(for: output))
  }

  private struct Column {
    var heading: String
    var text: (Item) -> String
  }

  /// The kind says nothing where all are entries, and groups are shown where there are any.
  private static func columns(for items: [Item]) -> [Column] {
    var columns = [Column(heading: "NAME") { $0.label }]
    if items.contains(where: { $0.group != nil }) {
      columns.insert(Column(heading: "GROUP") { $0.group ?? "" }, at: 0)
    }
    if !items.allSatisfy({ $0.kind == .entry }) {
      columns.append(Column(heading: "KIND") { $0.kind.rawValue })
    }
    columns.append(Column(heading: "DETAIL") { $0.detail ?? "" })
    columns.append(Column(heading: "ADDRESS") { $0.url ?? "" })
    return columns
  }
}

/// What commands that ask once and end have in common.
struct OneShot: Sendable {
  let wiring: Wiring

  init(_ options: Options) throws(CommandError) {
    wiring = try Wiring(options, log: .silent) { level, line in
      if level <= .warning { Terminal.standardError.complain(line) }
    }
  }

  func source(named name: String?, _ settings: Settings) throws(CommandError) -> any Source {
    let sources = wiring.environment.makeSources(settings)
    guard let source = sources.first(where: { name == nil || $0.descriptor.id == name }) else {
      let known = sources.map(\.descriptor.id).joined(separator: ", ")
      throw .usage("there is no source `\(name ?? "")`; there are \(known)")
    }
    return source
  }

  func search(
    _ source: any Source, _ query: Query, continuing continuation: String?, _ settings: Settings
  ) async throws(CommandError) -> Page {
    try await attempt(.search, of: source, settings) { timeout throws(SourceError) in
      try await source.search(query, continuing: continuation, timeout: timeout)
    }
  }

  /// Makes attempts as the server does; a failure is one line that says what to do.
  func attempt<Value: Sendable>(
    _ feature: Feature, of source: any Source, _ settings: Settings,
    _ body: @escaping @Sendable (_ timeout: Duration) async throws(SourceError) -> Value
  ) async throws(CommandError) -> Value {
    let environment = wiring.environment
    let answer = await environment.attempt(settings.search.retryPolicy, seed: environment.seed) {
      timeout in
      do throws(SourceError) {
        return .success(try await body(timeout))
      } catch {
        return .failure(error)
      }
    }
    switch answer {
    case .success(let value): return value
    case .failure(let failure):
      throw CommandError(ErrorReport(failure, during: feature, of: source.descriptor))
    }
  }
}
