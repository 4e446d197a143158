import Explorer
import Synchronization

/// The first pages of the last queries, and when they were had.
final class PageCache: Sendable {
  private static let maximumPages = 64

  private let pages = Mutex<[(query: Query, page: Page, at: Duration)]>([])

  init() {}

  func keep(_ page: Page, for query: Query, now: Duration) {
    pages.withLock { pages in
      pages.removeAll { $0.query == query }
      pages.append((query, page, now))
      if pages.count > Self.maximumPages { pages.removeFirst() }
    }
  }

  func remembered(_ query: Query, now: Duration) -> Remembered? {
    pages.withLock { pages in
      pages.last { $0.query == query }.map { Remembered(page: $0.page, age: now - $0.at) }
    }
  }

  var isEmpty: Bool { pages.withLock { $0.isEmpty } }
}
