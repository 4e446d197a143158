import URLs
import Catalog
import Explorer
import HTTP
import JSON

/// A paginated JSON API as a source: asked for every query, or once for all that it has.
package struct JSONAPISource: Source {
  package let descriptor: SourceDescriptor
  private let client: JSONAPIClient
  private let mapping: ItemMapping
  private let loader: PageLoader
  private let recent = PageCache()
  private let continuations = ContinuationCache()
  private let dependencies: SourceDependencies

  /// Asks for nothing yet.
  package init(
    id: String, name: String, settings: APISettings, mapping: ItemMapping,
    dependencies: SourceDependencies
  ) {
    let host = ResolvedURL(
      settings.url.filled(PlaceholderValues(), escaped: URLEncoding.queryValue))?.host
    let isSearchedHere = settings.mode == .all
    descriptor = SourceDescriptor(
      id: id, name: name, host: host, features: [.search, .loadMore],
      debounce: isSearchedHere ? .zero : nil, minimumQueryLength: isSearchedHere ? 0 : nil,
      isSearchedInMemory: isSearchedHere)
    client = JSONAPIClient(settings, mapping, dependencies)
    loader = PageLoader(client, TablePages(sourceID: id, mapping: mapping), name: name)
    (self.mapping, self.dependencies) = (mapping, dependencies)
  }

  package var isRemembering: Bool { !recent.isEmpty }

  package func remembered(_ query: Query) -> Remembered? {
    recent.remembered(query, now: dependencies.now())
  }

  package func search(
    _ query: Query, continuing continuation: String?, timeout: Duration
  ) async throws(SourceError) -> Page {
    switch client.settings.mode {
    case .all: return try await searchHere(query, timeout: timeout)
    case .query:
      let page = try await ask(query, continuing: continuation, timeout: timeout)
      if continuation == nil { recent.keep(page, for: query, now: dependencies.now()) }
      return page
    }
  }

  // MARK: all

  private func searchHere(_ query: Query, timeout: Duration) async throws(SourceError) -> Page {
    do throws(SourceError) {
      return try await loader.table(timeout: timeout).page(query)
    } catch {
      guard error.cause != .cancelled else { throw error }
      var error = error
      error.stale = try? await loader.last?.page(query)
      throw error
    }
  }

  // MARK: query

  private func ask(
    _ query: Query, continuing continuation: String?, timeout: Duration
  ) async throws(SourceError) -> Page {
    let deadline = dependencies.now() + timeout
    let continuation = continuation ?? continuations.leading(to: query, now: dependencies.now())
    var state = try state(query, continuation)
    // Where only the page before it tells where a page is, one goes there from the first.
    var pagesToGo = continuation == nil && !state.rules.isCounted ? max(1, query.page) : 1
    var page = Page(items: [], number: query.page)
    repeat {
      page.items = try await items(&state, query, deadline: deadline)
      if !page.items.isEmpty { pagesToGo -= 1 }
    } while pagesToGo > 0 && state.end == nil
    if pagesToGo > 0 { page.items = [] }
    page.totalCount = state.total
    page.next = state.continuation
    group(&page)
    continuations.keep(page.next, after: query, now: dependencies.now())
    return page
  }

  private func state(
    _ query: Query, _ continuation: String?
  ) throws(SourceError) -> PaginationState {
    let rules = PaginationState.Rules(client.settings)
    if let continuation {
      return try PaginationState(rules, continuing: continuation, perPage: query.perPage)
    }
    let target =
      rules.isCounted
      ? PageTarget(number: query.page, perPage: query.perPage) : client.settings.firstTarget
    return PaginationState(rules, from: target, perPage: query.perPage)
  }

  /// What the next page has that none before it had.
  private func items(
    _ state: inout PaginationState, _ query: Query, deadline: Duration
  ) async throws(SourceError) -> [Item] {
    let timeout = deadline - dependencies.now()
    guard timeout > .zero else { throw SourceError(.timeout) }
    let answer: PageResponse
    do throws(SourceError) {
      answer = try await client.send(
        state.target, query: query.text, perPage: query.perPage, timeout: timeout)
    } catch {
      guard state.refused(status: error.httpStatus) else { throw error }
      return []
    }
    let keys = answer.items.map(mapping.identity)
    let next = try NextPage.target(after: answer, client.settings)
    let new = state.take(
      PaginationState.Arrival(answer, next: next, items: keys.map { stableDigest($0.utf8) }))
    let ids = ids(keys)
    let items = new.compactMap { mapping.item(answer.items[$0], id: ids[$0]) }
    guard !items.isEmpty || new.isEmpty else {
      throw SourceError(
        .misconfigured(reason: mapping.problem(with: answer.items[new[0]])),
        httpStatus: answer.status)
    }
    let dropped = new.count - items.count
    if dropped > 0 {
      dependencies.warn(
        "\(descriptor.name): \(dropped) of \(new.count) items could not be used.")
    }
    return items
  }

  /// Two records on one page that look the same are still two.
  private func ids(_ keys: [String]) -> [String] {
    var counts: [String: Int] = [:]
    return keys.map { key in
      let count = counts[key, default: 0] + 1
      counts[key] = count
      return "\(descriptor.id):\(key)" + (count > 1 ? "#\(count)" : "")
    }
  }

  /// Sorts by group; how many each has is known where this is the whole answer.
  private func group(_ page: inout Page) {
    guard mapping.group != nil else { return }
    let order = page.items.indices.sorted { a, b in
      let (first, second) = (page.items[a].group, page.items[b].group)
      if first == second { return a < b }
      guard let first, let second else { return first != nil }
      return first < second
    }
    page.items = order.map { page.items[$0] }
    guard page.isWhole else { return }
    var groups: [Page.Group] = []
    for item in page.items {
      let key = item.group ?? ""
      if groups.last?.key == key, !groups.isEmpty {
        groups[groups.count - 1].count += 1
      } else {
        groups.append(Page.Group(key: key, count: 1))
      }
    }
    page.groups = groups
  }
}
