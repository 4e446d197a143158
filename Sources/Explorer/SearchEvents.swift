/// What happens to a search.
package enum SearchEvent: Sendable {
  /// The text as it stands after an accepted change.
  case edited(text: String, version: Int)
  /// The search was opened with the text that was just edited in: it passes at once.
  case opened
  /// Enter: no wait, and the same query is asked again.
  case submitted
  case loadMore
  /// The waker that `SearchEffect.wakeAt` set, at its time or later.
  case wake
  case answered(generation: Int, Result<Page, SourceError>)
  /// The source has changed; what is shown is asked for again.
  case sourceChanged
  /// The source knows more without asking.
  case nearbyChanged
  /// No more edits will come: what is waiting goes out at once.
  case finished
  /// There is no more time: what is under way has failed, with what it waits because of.
  case expired
  case closed
}

/// What a search wants done; to be performed in order.
package enum SearchEffect: Sendable, Equatable {
  /// Replaces the waker set before.
  case wakeAt(Duration)
  case cancel(generation: Int)
  case start(SearchRequest)
  case publish(SearchPublication)
}

/// One request to the source, named by the generation that its answer must carry.
package struct SearchRequest: Sendable, Equatable {
  package var generation: Int
  package var query: Query
  package var continuation: String?
  package var timeout: Duration
}

/// What the client is told.
package enum SearchPublication: Sendable, Equatable {
  case status(SearchStatus)
  case results(SearchResults)
}

package struct SearchStatus: Sendable, Equatable {
  package enum State: Sendable, Equatable {
    case idle, loading, unchanged
    /// The attempt that just failed, counted from 1 (0: none was sent), and the wait before the next.
    case retrying(attempt: Int, wait: Duration, because: SourceError)
  }

  package var version: Int
  package var query: String
  package var state: State
}

package struct SearchResults: Sendable, Equatable {
  package enum Outcome: Sendable, Equatable {
    case success, empty
    case failure(Failure)
  }

  package var version: Int
  package var query: Query
  package var outcome: Outcome
  package var origin: Origin
  package var page: Page
  /// Whether the items go behind those that stand.
  package var appends: Bool
}
