import Catalog
import Explorer

/// All pages of an API as they come in, as a value: what to ask for now, and the items so far.
///
/// Holds the items and nothing else of the pages. A pagination that was broken off goes on where it was.
struct Pagination: Sendable {
  /// Numbered pages that are asked for at the same time.
  private static let width = 4
  /// More than this of items is refused.
  private static let maximumBytes = 1 << 30

  private var state: PaginationState
  /// The records, one a line.
  private(set) var lines: [UInt8] = []
  /// How many records the lines have.
  private(set) var recordCount = 0
  /// Numbered pages that came before their turn, by the number of items before them.
  private var early: [Int: (offset: Int, page: Loaded)] = [:]

  /// One page without what is around its items.
  struct Loaded: Sendable {
    fileprivate var lines: [UInt8] = []
    /// Where each record ends in the lines.
    fileprivate var ends: [Int] = []
    fileprivate var arrival: PaginationState.Arrival

    init(_ answer: PageResponse, next: PageTarget?, _ mapping: ItemMapping) {
      var digests: [UInt64] = []
      for item in answer.items {
        let bytes = item.jsonBytes
        lines += bytes
        lines.append(UInt8(ascii: "\n"))
        ends.append(lines.count)
        let key = mapping.key?.text(in: item)
        digests.append(key.map { stableDigest($0.utf8) } ?? stableDigest(bytes))
      }
      arrival = PaginationState.Arrival(answer, next: next, items: digests)
    }
  }

  init(_ settings: APISettings) {
    state = PaginationState(
      PaginationState.Rules(settings), from: settings.firstTarget, perPage: settings.perPage)
  }

  var end: PaginationState.End? { state.end }
  var pageCount: Int { state.pageCount }

  /// How many pages there will be, where that is known.
  var expectedPages: Int? {
    guard state.rules.isCounted, let total = state.total, let length = state.firstPageLength,
      length > 0
    else { return nil }
    return (total + length - 1) / length
  }

  /// What is to be asked for now, all of it at the same time; nothing once the pages have ended.
  var targets: [PageTarget] {
    guard end == nil else { return [] }
    guard state.rules.isCounted, pageCount > 0, case .page(let first, let offset) = state.target
    else { return [state.target] }
    let rules = state.rules
    let last = max(first, min(first + Self.width - 1, expectedPages ?? .max, rules.maximumPages))
    return (first...last).map { number in
      .page(number, offset: offset + (number - first) * (state.firstPageLength ?? 0))
    }.filter { !isEarly($0) }
  }

  /// Takes a page that was asked for, in any order.
  mutating func take(_ page: Loaded, for target: PageTarget) throws(SourceError) {
    guard state.rules.isCounted, case .page(let number, let offset) = target else {
      return try absorb(page)
    }
    early[number] = (offset, page)
    while end == nil, let page = nextEarly() { try absorb(page) }
  }

  /// Takes that a page was refused.
  ///
  /// - Returns: whether that is a failure: those after the end are none, nor are those whose place
  ///   was guessed wrong.
  mutating func isFailure(_ error: SourceError, for target: PageTarget) -> Bool {
    end == nil && isSame(target, state.target) && !state.refused(status: error.httpStatus)
  }

  /// Whether both ask for the same page.
  private func isSame(_ a: PageTarget, _ b: PageTarget) -> Bool {
    guard case .page(let first, _) = a, case .page(let second, _) = b, !state.rules.namesOffset
    else { return a == b }
    return first == second
  }

  private func isEarly(_ target: PageTarget) -> Bool {
    guard case .page(let number, _) = target, let early = early[number] else { return false }
    return isSame(target, .page(number, offset: early.offset))
  }

  /// The page whose turn it is, where it came before.
  private mutating func nextEarly() -> Loaded? {
    guard isEarly(state.target), case .page(let number, _) = state.target else { return nil }
    return early.removeValue(forKey: number)?.page
  }

  private mutating func absorb(_ page: Loaded) throws(SourceError) {
    let new = state.take(page.arrival)
    guard lines.count + page.lines.count <= Self.maximumBytes else {
      throw SourceError(.badResponse(.tooLarge(limit: Self.maximumBytes)))
    }
    recordCount += new.count
    guard new.count < page.ends.count else { return lines += page.lines }
    for i in new { lines += page.lines[(i == 0 ? 0 : page.ends[i - 1])..<page.ends[i]] }
  }
}
