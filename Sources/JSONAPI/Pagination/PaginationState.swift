/// How far one has got through the pages of an API, as a value: what to ask for next, what came.
///
/// Believes what came before what was said of it: servers give shorter pages than they are asked for,
/// count wrong, and lead back to where one has been.
struct PaginationState: Sendable, Equatable {
  /// How the pages ended.
  enum End: Sendable, Equatable {
    case whole
    /// Ended before the last page.
    case short(because: String)
  }

  /// What counts of a page.
  struct Arrival: Sendable {
    /// What each of its items is known by.
    var items: [UInt64]
    var total: Int?
    /// Whether the answer says that there is more.
    var hasMore: Bool?
    /// What it names as the page after it.
    var next: PageTarget?
    /// The address that was asked.
    var address: String

    init(_ answer: PageResponse, next: PageTarget?, items: [UInt64]) {
      (self.items, self.next) = (items, next)
      (total, hasMore, address) = (answer.total, answer.hasMore, answer.address)
    }
  }

  /// What of all this an API's settings decide.
  struct Rules: Sendable, Equatable {
    /// Pages are found by counting; else by what the page before says.
    var isCounted: Bool
    /// Requests name the number of items before the page, so that it is exact.
    var namesOffset: Bool
    /// Everything is wanted, so that a total which may be too low is worth one more page.
    var wantsAll: Bool
    var maximumPages: Int

    init(_ settings: APISettings) {
      isCounted = settings.next == .page
      namesOffset = settings.has(.offset)
      wantsAll = settings.mode == .all
      maximumPages = wantsAll ? settings.maximumPages : .max
    }
  }

  private static let maximumEmptyPages = 2

  let rules: Rules
  /// What is to be asked for now.
  var target: PageTarget
  /// The length that pages are asked for.
  let perPage: Int
  var pageCount = 0
  /// How many items came, and came before the first page that was asked for.
  var itemCount = 0
  var firstPageLength: Int?
  var emptyPages = 0
  var total: Int?
  /// The pages that were asked for and the items that came.
  var known: KnownDigests
  private(set) var end: End?

  init(_ rules: Rules, from target: PageTarget, perPage: Int) {
    (self.rules, self.target, self.perPage) = (rules, target, perPage)
    known = KnownDigests(capacity: rules.wantsAll ? nil : KnownDigests.maximumSent)
  }

  // MARK: what comes

  /// Takes the page that `target` names.
  ///
  /// - Returns: which of its items no earlier page had.
  mutating func take(_ page: Arrival) -> [Int] {
    if pageCount == 0 { start(page) }
    known.insert(target.digest)
    known.insert(PageTarget.url(page.address).digest)
    if let total = page.total { self.total = total }
    let new = page.items.indices.filter { !known.contains(page.items[$0]) }
    for item in page.items { known.insert(item) }
    emptyPages = page.items.isEmpty ? emptyPages + 1 : 0
    guard page.items.isEmpty || !new.isEmpty else {
      finish()
      return []
    }
    pageCount += 1
    itemCount = min(itemCount + page.items.count, PageTarget.maximumNumber)
    if let next = next(after: page) { step(to: next) }
    return new
  }

  /// Takes that the page which `target` names was refused.
  ///
  /// - Returns: whether that is an end and no failure.
  mutating func refused(status: Int?) -> Bool {
    guard end == nil, pageCount > 0 || isLaterPage else { return false }
    switch status {
    case 404, 416: finish()
    // Some refuse to go as far as they count.
    case 400 where rules.isCounted && pageCount > 0 && (total.map { itemCount >= $0 } ?? true):
      finish()
    default: return false
    }
    return true
  }

  private var isLaterPage: Bool {
    guard case .page(let number, _) = target else { return false }
    return number > 1
  }

  /// Learns from the first page that came; where it is not the first there is, how many come before
  /// it is a guess, since its server may give shorter pages than it is asked for.
  private mutating func start(_ page: Arrival) {
    firstPageLength = page.items.count
    guard case .page(let number, let offset) = target, number > 1 else { return }
    itemCount = offset
    guard let total = page.total, !rules.namesOffset, page.items.count < perPage,
      offset + page.items.count != total,
      case .page(_, let offset) = PageTarget(number: number, perPage: page.items.count)
    else { return }
    itemCount = offset
  }

  // MARK: what is next

  private mutating func next(after page: Arrival) -> PageTarget? {
    if page.hasMore == false || emptyPages == Self.maximumEmptyPages {
      finish()
      return nil
    }
    let next = rules.isCounted ? counted(page) : page.next
    guard let next, !known.contains(next.digest) else {
      next == nil && !rules.isCounted ? end = .whole : finish()
      return nil
    }
    return next
  }

  private func counted(_ page: Arrival) -> PageTarget? {
    guard case .page(let number, _) = target else { return nil }
    let isFull = !page.items.isEmpty && page.items.count >= firstPageLength ?? 0
    let isMore =
      if page.hasMore == true {
        true
      } else if let total {
        itemCount < total || (isFull && (rules.wantsAll || itemCount > total))
      } else {
        isFull
      }
    return isMore ? .page(number + 1, offset: itemCount) : nil
  }

  private mutating func step(to target: PageTarget) {
    self.target = target
    if pageCount >= rules.maximumPages {
      end = .short(because: "there are more than \(rules.maximumPages) pages")
    }
  }

  /// Ends where nothing more comes, whatever was said of it.
  private mutating func finish() {
    guard let total, itemCount < total else { return end = .whole }
    end = .short(because: "it says \(total) and gives \(itemCount)")
  }
}
