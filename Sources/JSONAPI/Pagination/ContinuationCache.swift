import Explorer
import Synchronization

/// What leads on from the pages that were asked for last, for those who ask by number.
final class ContinuationCache: Sendable {
  private static let maximumCount = 16
  private static let maximumAge: Duration = .seconds(300)

  private let kept = Mutex<[(query: Query, continuation: String, at: Duration)]>([])

  func keep(_ continuation: String?, after query: Query, now: Duration) {
    var next = query
    next.page += 1
    kept.withLock { [next] kept in
      kept.removeAll { $0.query == next }
      guard let continuation else { return }
      kept.append((next, continuation, now))
      if kept.count > Self.maximumCount { kept.removeFirst() }
    }
  }

  /// What the page before the one that is asked for said.
  func leading(to query: Query, now: Duration) -> String? {
    kept.withLock { kept in
      kept.last { $0.query == query && now - $0.at <= Self.maximumAge }?.continuation
    }
  }
}
