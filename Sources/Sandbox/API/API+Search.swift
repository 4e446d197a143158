import JSON

extension API {
  /// No result past this one can be reached.
  static let reachableResults = 1_000

  func search(_ exchange: Exchange) -> Response {
    let request = exchange.request
    let query: SearchQuery
    do throws(SearchQuery.Invalid) {
      query = try SearchQuery(request.query("q") ?? "")
    } catch {
      return refused(error)
    }
    let (world, index) = (inhabitants.world, inhabitants.index)
    guard query.namedLogins.allSatisfy({ world.index(login: $0) != nil }) else {
      return invalid("A user or organisation named in the query does not exist.")
    }
    guard (request.page - 1) * request.pageLength < Self.reachableResults else {
      return .failure(
        422, "Only the first \(Self.reachableResults) search results are available",
        documentation: Self.searchDocumentation)
    }
    let sort = request.query("sort").flatMap { SearchIndex.Sort(rawValue: $0) }
    let matches = index.matches(
      query, sort: sort ?? query.sort,
      isAscending: sort == nil ? query.isAscending : request.query("order") == "asc")
    return page(of: matches, exchange)
  }

  private static let searchDocumentation = "/search/search#search-users"

  private func page(of matches: [Int], _ exchange: Exchange) -> Response {
    let accounts = inhabitants.world.accounts
    let paging = Paging(
      page: exchange.request.page, length: exchange.request.pageLength,
      count: min(matches.count, Self.reachableResults))
    var writer = JSONWriter(reservingCapacity: 1_024 * (paging.range.count + 1))
    writer.beginObject()
    writer.member("total_count", matches.count)
    writer.member("incomplete_results", false)
    writer.name("items")
    writer.array(matches[paging.range]) { writer, index in
      writer.beginObject()
      AccountJSON(account: accounts[index], base: exchange.base).writeSummary(to: &writer)
      writer.name("score")
      writer.raw("1.0")
      writer.endObject()
    }
    writer.endObject()
    var response = Response(status: 200, body: writer.bytes)
    let address = exchange.base.api + "/search/users"
    if let link = paging.link(address: address, rawQuery: exchange.request.rawQuery) {
      response.headers.append((name: "Link", value: link))
    }
    return response
  }

  private func refused(_ reason: SearchQuery.Invalid) -> Response {
    switch reason {
    case .empty:
      .failure(
        422, "Validation Failed", documentation: Self.searchDocumentation,
        errors: [["resource": "Search", "field": "q", "code": "missing"]])
    case .tooLong: invalid("The search is longer than 256 characters.")
    case .tooManyOperators: invalid("More than five AND / OR / NOT operators were used.")
    case .badValue(let qualifier, let value):
      invalid("The value of \(qualifier): is not understood: \(value)")
    }
  }

  private func invalid(_ message: String) -> Response {
    .failure(
      422, "Validation Failed", documentation: Self.searchDocumentation,
      errors: [
        ["message": .string(message), "resource": "Search", "field": "q", "code": "invalid"]
      ])
  }
}
