import Explorer
import HTTP
import JSON
import REST

/// Reads the bodies of answers, item by item.
///
/// The errors say what is wrong with the body and nothing of the answer around it.
package struct Responses: Sendable {
  /// A page, and how many of its items could not be used.
  package struct Reading: Sendable, Equatable {
    /// The items that can be used.
    package var page: Page
    /// How many could not.
    package var dropped: Int
  }

  /// The host that answers, for links and ids.
  package let host: GitHubHost

  package init(host: GitHubHost) { self.host = host }

  /// Reads a page of `/search/users`; `next` is not in the body and stays nil.
  package func searchPage(
    _ body: [UInt8], number: Int
  ) throws(SourceError) -> Reading {
    let value = try parse(body)
    guard let elements = value["items"]?.arrayValue else {
      throw value.objectValue == nil ? wrongType(value) : undecodable("no items")
    }
    var reading = try accounts(elements, number: number)
    let total = value["total_count"]?.intValue.flatMap { (0...1 << 53).contains($0) ? $0 : nil }
    reading.page.totalCount = total ?? reading.page.items.count
    reading.page.isIncomplete = value["incomplete_results"]?.boolValue ?? false
    return reading
  }

  /// Reads one account; the page has it alone.
  package func user(_ body: [UInt8]) throws(SourceError) -> Reading {
    let value = try parse(body)
    guard value.objectValue != nil else { throw wrongType(value) }
    return try account(value)
  }

  /// Reads one account, parsed.
  func account(_ value: JSONValue) throws(SourceError) -> Reading {
    guard let item = Accounts(host: host).item(value) else {
      throw SourceError(.badResponse(.unusableItems))
    }
    return Reading(page: Page(items: [item]), dropped: 0)
  }

  /// Reads a page of a section.
  package func section(
    _ section: ProfilePart.Section, _ body: [UInt8], number: Int
  ) throws(SourceError) -> Reading {
    let value = try parse(body)
    guard let elements = value.arrayValue else { throw wrongType(value) }
    switch section {
    case .repos: return try repositories(elements, number: number)
    case .followers, .following: return try accounts(elements, number: number)
    }
  }

  /// Reads a list of accounts, parsed.
  func accounts(_ elements: [JSONValue], number: Int) throws(SourceError) -> Reading {
    try page(of: elements, number: number, Accounts(host: host).item)
  }

  /// Reads a list of repositories, parsed.
  func repositories(_ elements: [JSONValue], number: Int) throws(SourceError) -> Reading {
    try page(of: elements, number: number, Repositories(host: host).item)
  }

  /// Reads `/rate_limit`; nil where that is not what the body is.
  ///
  /// Times count from `now`, in seconds since 1970.
  package func budgets(_ body: [UInt8], now: Int64) -> [RateBudget.Reading]? {
    guard let value = try? parse(body), let resources = value["resources"]?.objectValue else {
      return nil
    }
    return resources.members.compactMap { member in
      guard let fields = Fields(member.value) else { return nil }
      let wait = fields.whole("reset").map { Duration.seconds(max(0, $0 - now)) }
      return RateBudget.Reading(
        resource: member.key, limit: fields.whole("limit").map(Int.init),
        remaining: fields.whole("remaining").map(Int.init),
        resetsIn: wait.map { min($0, RateLimitHeaders.longestReset) })
    }
  }

  private func page(
    of elements: [JSONValue], number: Int, _ item: (JSONValue) -> Item?
  ) throws(SourceError) -> Reading {
    let items = elements.compactMap(item)
    guard !items.isEmpty || elements.isEmpty else {
      throw SourceError(.badResponse(.unusableItems))
    }
    return Reading(
      page: Page(items: items, number: number), dropped: elements.count - items.count)
  }

  private func parse(_ body: [UInt8]) throws(SourceError) -> JSONValue {
    do throws(JSONError) {
      return try JSONValue(parsing: body, byteOrderMark: .skipped)
    } catch {
      throw undecodable(body.isEmpty ? "it is empty" : "at byte \(error.offset)")
    }
  }

  private func wrongType(_ value: JSONValue) -> SourceError {
    undecodable("it is \(value.typeName)")
  }

  private func undecodable(_ place: String) -> SourceError {
    SourceError(.badResponse(.undecodable(place: place)))
  }
}
