import Explorer
import JSON

/// The way through all pages of an API, as a value: what to ask for next, and what came so far.
///
/// Holds the items and nothing else of the pages. A pagination that was broken off goes on where it was.
struct Pagination: Sendable {
  typealias Target = JSONAPIClient.Target

  /// How the way ended.
  enum End: Sendable, Equatable {
    case whole
    /// Ended before the last page.
    case short(because: String)
  }

  /// Numbered pages that are asked for at the same time.
  private static let width = 4
  /// More than this of items is refused.
  private static let maximumBytes = 1 << 30

  private let isNumbered: Bool
  private let maximumPages: Int
  /// The records, one a line.
  private(set) var lines: [UInt8] = []
  private(set) var itemCount = 0
  private(set) var pageCount = 0
  private(set) var total: Int?
  private(set) var end: End?
  private var next: Target? = .page(1)
  private var firstPageCount = 0
  private var lastDigest: UInt64?
  private var visited: Set<Target> = [.page(1)]
  /// Numbered pages that came before their turn.
  private var early: [Int: Loaded] = [:]

  /// One page without what is around its items.
  struct Loaded: Sendable {
    fileprivate var lines: [UInt8] = []
    fileprivate var count: Int
    fileprivate var total: Int?
    fileprivate var next: Target?
    fileprivate var digest: UInt64

    init(_ answer: PageResponse, next: Target?) {
      var hasher = Hasher()
      for item in answer.items {
        lines += item.jsonBytes
        lines.append(UInt8(ascii: "\n"))
      }
      lines.withUnsafeBytes { hasher.combine(bytes: $0) }
      digest = UInt64(bitPattern: Int64(hasher.finalize()))
      (count, total, self.next) = (answer.items.count, answer.total, next)
    }
  }

  init(_ settings: APISettings) {
    isNumbered = settings.next == .page
    maximumPages = settings.maximumPages
  }

  /// How many pages there will be, where that is known.
  var expectedPages: Int? {
    guard isNumbered, let total, firstPageCount > 0 else { return nil }
    return (total + firstPageCount - 1) / firstPageCount
  }

  /// What is to be asked for now, all of it at the same time; nothing once the way has ended.
  var targets: [Target] {
    guard end == nil, let next else { return [] }
    guard isNumbered, pageCount > 0 else { return [next] }
    let first = pageCount + 1
    let last = max(first, min(first + Self.width - 1, expectedPages ?? maximumPages, maximumPages))
    return (first...last).filter { early[$0] == nil }.map { .page($0) }
  }

  /// Takes a page that was asked for, in any order.
  mutating func take(_ loaded: Loaded, for target: Target) throws(SourceError) {
    guard case .page(let number) = target, isNumbered else { return try absorb(loaded) }
    early[number] = loaded
    while end == nil, let loaded = early.removeValue(forKey: pageCount + 1) { try absorb(loaded) }
  }

  /// Says that there is no such page, which ends the way where pages are counted and `total` is not.
  ///
  /// - Returns: whether it does.
  mutating func missing(_ target: Target) -> Bool {
    guard isNumbered, total == nil, case .page(let number) = target, number == pageCount + 1,
      pageCount > 0
    else { return false }
    end = .whole
    return true
  }

  private mutating func absorb(_ loaded: Loaded) throws(SourceError) {
    if let total = loaded.total { self.total = total }
    let isRepeated = loaded.count > 0 && loaded.digest == lastDigest
    if isRepeated, isNumbered {
      return end = .short(because: "page \(pageCount + 1) is page \(pageCount) again")
    }
    guard lines.count + loaded.lines.count <= Self.maximumBytes else {
      throw SourceError(.badResponse(.tooLarge(limit: Self.maximumBytes)))
    }
    lines += loaded.lines
    itemCount += loaded.count
    pageCount += 1
    lastDigest = loaded.digest
    if pageCount == 1 { firstPageCount = loaded.count }
    isNumbered ? stepByNumber(loaded) : stepByName(loaded)
  }

  private mutating func stepByNumber(_ loaded: Loaded) {
    let isShort = loaded.count < firstPageCount
    if let total {
      if itemCount >= total { return end = .whole }
      if loaded.count == 0 {
        return end = .short(because: "it says \(total) and gives \(itemCount)")
      }
    } else if loaded.count == 0 || isShort {
      return end = .whole
    }
    stepTo(.page(pageCount + 1))
  }

  private mutating func stepByName(_ loaded: Loaded) {
    guard let next = loaded.next else { return end = .whole }
    guard visited.insert(next).inserted else {
      return end = .short(because: "page \(pageCount) leads back to one before it")
    }
    stepTo(next)
  }

  private mutating func stepTo(_ target: Target) {
    next = target
    if pageCount >= maximumPages {
      end = .short(because: "there are more than \(maximumPages) pages")
    }
  }
}
