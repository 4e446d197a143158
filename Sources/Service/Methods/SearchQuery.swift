import Documents
import Explorer
import JSON

/// `search/query`: one search without a session; retried, budgeted and cached like a live one.
enum SearchQuery {
  static let method = "search/query"

  static func handle(
    _ server: Server, _ params: Params
  ) throws(InvalidParams) -> HandlerOutcome {
    let text = try params.string("query")
    let name = try params.optionalString("source")
    let page = try params.optionalInt("page", in: 1...(1 << 53)) ?? 1
    let perPage = try params.optionalInt("perPage", in: 1...100)
    let sort = try params.optionalString("sort")
    let order = try params.optionalString("order")
    guard let source = server.source(named: name) else {
      return .fails(.unknownSource(name ?? "default"))
    }
    do throws(SourceError) {
      try source.descriptor.check(sort: sort, order: order)
    } catch {
      return .fails(ErrorReport(error, of: source.descriptor))
    }

    let settings = server.settings.search
    let query = Query(
      text, sort: sort, order: order, page: page, perPage: perPage ?? settings.perPage)
    let encoding = server.context.encoding
    if let held = source.remembered(query), held.age < settings.cacheAge {
      return .now(result(held.page, query, .cache, encoding))
    }

    return .later(.search) { key in
      let task = server.context.ask(source, during: .search, settings.retryPolicy) {
        timeout throws(SourceError) in
        try await source.search(query, continuing: nil, timeout: timeout)
      } then: { outcome in
        let answer = outcome.map {
          result($0, query, $0.origin ?? source.descriptor.origin, encoding)
        }
        var completion = Completion(concerning: answer, charging: .search)
        let near = source.nearby(query)
        if case .failure(let error) = answer, !near.isEmpty {
          let page = Page(items: near, totalCount: near.count)
          completion.outcome = .success(result(page, query, .local, encoding, besides: error))
        }
        return .finished(key, completion)
      }
      return { task.cancel() }
    }
  }

  private static func result(
    _ page: Page, _ query: Query, _ origin: Origin, _ encoding: PositionEncoding,
    besides error: ErrorReport? = nil
  ) -> JSONValue {
    let page = page.withoutRepeatedItems
    var object = JSONObject()
    object["query"] = .string(query.text)
    for (name, value) in page.members(for: query, encoding) { object[name] = value }
    object["totalCount"] = JSONValue(page.totalCount ?? page.items.count)
    object["incomplete"] = .bool(page.isIncomplete)
    object["origin"] = .string(origin.rawValue)
    object["groups"] = page.groupsJSON
    object["error"] = error?.rpc.json
    return .object(object)
  }
}

extension Completion {
  /// A request that went to the network: its error, if any, is the alert's business.
  init(concerning outcome: Result<JSONValue, ErrorReport>, charging budget: RateBudget) {
    self.outcome = outcome
    self.budget = budget
    switch outcome {
    case .success: concerns = []
    case .failure(let error): concerns = [error]
    }
  }
}
