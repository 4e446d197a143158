import Explorer
import Synchronization

/// Pages that were had before; the least recently used go first.
///
/// Never waits. The key says what a page answers, and whom: an answer to one token is never given to
/// another.
package final class ResponseCache<Key: Hashable & Sendable>: Sendable {
  private struct Held {
    var page: CachedPage
    var bytes: Int
    var lastUse: UInt64
  }

  private struct State {
    var held: [Key: Held] = [:]
    var bytes = 0
    var uses: UInt64 = 0
  }

  private let maximumEntries: Int
  private let maximumBytes: Int
  private let state = Mutex(State())

  package init(maximumEntries: Int = 512, maximumBytes: Int = 16 << 20) {
    self.maximumEntries = maximumEntries
    self.maximumBytes = maximumBytes
  }

  package var isEmpty: Bool { state.withLock { $0.held.isEmpty } }

  package subscript(key: Key) -> CachedPage? {
    state.withLock { state in
      guard state.held[key] != nil else { return nil }
      state.uses += 1
      state.held[key]?.lastUse = state.uses
      return state.held[key]?.page
    }
  }

  /// Keeps an answer in the place of the one before; `bytes` is about what it takes.
  package func store(_ entry: CachedPage, for key: Key, bytes: Int) {
    state.withLock { state in
      remove(key, from: &state)
      guard bytes <= maximumBytes, maximumEntries > 0 else { return }
      state.uses += 1
      state.held[key] = Held(page: entry, bytes: bytes, lastUse: state.uses)
      state.bytes += bytes
      while state.held.count > maximumEntries || state.bytes > maximumBytes,
        let oldest = state.held.min(by: { $0.value.lastUse < $1.value.lastUse })?.key
      {
        remove(oldest, from: &state)
      }
    }
  }

  /// Changes an answer in its place.
  package func update(_ key: Key, _ change: (inout CachedPage) -> Void) {
    state.withLock { state in
      guard var entry = state.held[key]?.page else { return }
      change(&entry)
      state.held[key]?.page = entry
    }
  }

  /// Drops an answer.
  package func remove(_ key: Key) { state.withLock { remove(key, from: &$0) } }

  /// How many answers are held, and about how many bytes they take.
  package var size: (entries: Int, bytes: Int) {
    state.withLock { ($0.held.count, $0.bytes) }
  }

  private func remove(_ key: Key, from state: inout State) {
    if let held = state.held.removeValue(forKey: key) { state.bytes -= held.bytes }
  }
}

/// An answer, when it was had, and its name at the server.
package struct CachedPage: Sendable, Equatable {
  /// The items, and the link to those after them.
  package var page: Page
  /// As the server wrote it, quotes and all.
  package var etag: String?
  /// Monotonic; also the time of the last renewal.
  package var storedAt: Duration

  package init(page: Page, etag: String? = nil, storedAt: Duration) {
    self.page = page
    self.etag = etag
    self.storedAt = storedAt
  }
}
