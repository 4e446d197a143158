import Explorer
import HTTP
import Synchronization

/// Answers that were had before; the least recently used go first.
///
/// Never waits.
package final class ResponseCache: Sendable {
  /// What an answer answers.
  ///
  /// An answer to one token is never given to another.
  package enum Key: Hashable, Sendable {
    case search(Query, Token?)
    case list(url: String, Token?)
  }

  /// An answer, when it was had, and its name at the server.
  package struct Entry: Sendable, Equatable {
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

  private struct Slot {
    var entry: Entry
    var bytes: Int
    var lastUse: UInt64
  }

  private struct State {
    var slots: [Key: Slot] = [:]
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

  package var isEmpty: Bool { state.withLock { $0.slots.isEmpty } }

  package subscript(key: Key) -> Entry? {
    state.withLock { state in
      guard state.slots[key] != nil else { return nil }
      state.uses += 1
      state.slots[key]?.lastUse = state.uses
      return state.slots[key]?.entry
    }
  }

  /// Keeps an answer in the place of the one before; `bytes` is about what it takes.
  package func store(_ entry: Entry, for key: Key, bytes: Int) {
    state.withLock { state in
      remove(key, from: &state)
      guard bytes <= maximumBytes, maximumEntries > 0 else { return }
      state.uses += 1
      state.slots[key] = Slot(entry: entry, bytes: bytes, lastUse: state.uses)
      state.bytes += bytes
      while state.slots.count > maximumEntries || state.bytes > maximumBytes,
        let oldest = state.slots.min(by: { $0.value.lastUse < $1.value.lastUse })?.key
      {
        remove(oldest, from: &state)
      }
    }
  }

  /// Makes an answer as new as `now`; a nil `etag` leaves the one it has.
  package func renew(_ key: Key, etag: String?, now: Duration) {
    state.withLock { state in
      guard var entry = state.slots[key]?.entry else { return }
      entry.storedAt = now
      entry.etag = etag ?? entry.etag
      state.slots[key]?.entry = entry
    }
  }

  /// Drops an answer.
  package func remove(_ key: Key) { state.withLock { remove(key, from: &$0) } }

  /// How many answers are held, and about how many bytes they take.
  package var size: (entries: Int, bytes: Int) {
    state.withLock { ($0.slots.count, $0.bytes) }
  }

  private func remove(_ key: Key, from state: inout State) {
    if let slot = state.slots.removeValue(forKey: key) { state.bytes -= slot.bytes }
  }
}
