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
    client = JSONAPIClient(settings, dependencies)
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
    case .all: try await searchHere(query, timeout: timeout)
    case .query: try await ask(query, continuing: continuation, timeout: timeout)
    }
  }

  // MARK: all

  private func searchHere(_ query: Query, timeout: Duration) async throws(SourceError) -> Page {
    do throws(SourceError) {
      return try await loader.table(timeout: timeout).page(query)
    } catch {
      // What there was before stands in for what could not be had.
      if error.cause != .cancelled, let (table, time) = await loader.last,
        let page = try? await table.page(query)
      {
        recent.keep(page, for: query, now: time)
      }
      throw error
    }
  }

  // MARK: query

  private func ask(
    _ query: Query, continuing continuation: String?, timeout: Duration
  ) async throws(SourceError) -> Page {
    let target = try target(query, continuation)
    let answer = try await client.send(
      target, query: query.text, perPage: query.perPage, timeout: timeout)
    var page = Page(items: items(answer.items), number: query.page, totalCount: answer.total)
    guard !page.items.isEmpty || answer.items.isEmpty else {
      throw SourceError(.badResponse(.unusableItems))
    }
    let dropped = answer.items.count - page.items.count
    if dropped > 0 {
      dependencies.warn(
        "\(descriptor.name): \(dropped) of \(answer.items.count) items could not be used.")
    }
    page.next = try next(after: answer, query)
    group(&page)
    if continuation == nil { recent.keep(page, for: query, now: dependencies.now()) }
    return page
  }

  /// A continuation is a number, a URL or a cursor, behind the letter that says which.
  private func target(
    _ query: Query, _ continuation: String?
  ) throws(SourceError) -> JSONAPIClient.Target {
    guard let continuation else { return .page(max(1, query.page)) }
    let rest = String(continuation.dropFirst())
    switch continuation.first {
    case "u": return .url(rest)
    case "c": return .cursor(rest)
    default: return .page(Int(rest) ?? query.page)
    }
  }

  private func next(after answer: PageResponse, _ query: Query) throws(SourceError) -> String? {
    switch client.settings.next {
    case .none: return nil
    case .page:
      let seen = max(1, query.page) * query.perPage
      let hasMore = answer.total.map { seen < $0 } ?? (answer.items.count >= query.perPage)
      return hasMore && !answer.items.isEmpty ? "p\(max(1, query.page) + 1)" : nil
    case .link, .body:
      switch try client.next(after: answer) {
      case .url(let url)?: return "u" + url
      case .cursor(let cursor)?: return "c" + cursor
      case .page(let number)?: return "p\(number)"
      case nil: return nil
      }
    }
  }

  private func items(_ records: [JSONValue]) -> [Item] {
    var seen: [String: Int] = [:]
    return records.compactMap { record in
      let key = mapping.key?.text(in: record) ?? Self.digest(record)
      // Two records on one page that look the same are still two.
      seen[key, default: 0] += 1
      let number = seen[key, default: 1]
      let id = "\(descriptor.id):\(key)" + (number > 1 ? "#\(number)" : "")
      return mapping.item(record, id: id)
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

  /// The same for the same record (FNV-1a).
  private static func digest(_ record: JSONValue) -> String {
    let hash = record.jsonBytes.reduce(0xCBF2_9CE4_8422_2325) { hash, byte -> UInt64 in
      (hash ^ UInt64(byte)) &* 0x100_0000_01B3
    }
    return String(hash, radix: 16)
  }
}
