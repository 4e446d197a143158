import Synchronization

/// What a message stands for, so that a newer one can take the place of what is unsent.
package enum Delivery: Sendable, Hashable {
  /// Kept whatever follows.
  case always
  /// Kept whatever follows, until the subject is discarded.
  case kept(Subject)
  /// A list that replaces what the subject shows: unsent older lists, pages and statuses go.
  case list(Subject)
  /// A page behind the list that stands.
  case page(Subject)
  /// Where something stands; of many unsent ones of a topic the newest are kept.
  case status(Subject, topic: String)
  /// The answer to a message that was refused; of many unsent ones the newest are kept.
  case refusal(Subject)

  /// What is shown somewhere: one search, one profile view.
  package struct Subject: Sendable, Hashable {
    package var kind: String
    package var id: String

    package init(kind: String, id: String) {
      self.kind = kind
      self.id = id
    }
  }
}

/// The messages that are not written yet, in order.
///
/// Any task may add; one writer takes. What is superseded while unsent is dropped, so that a client
/// that does not read costs a bounded list for each of its searches.
package final class Outbox: Sendable {
  /// At so many unsent bytes the reader pauses.
  package static let capacity = 64 << 20
  /// So many unsent refusals, and statuses of a topic, are kept for one subject.
  package static let maximumWaiting = 64

  private let queue = Mutex(OutboxQueue())
  private let onFlush: @Sendable (Outbox) -> Void

  /// - Parameter onFlush: called, on the adding task, with this outbox when there is something to take.
  package init(onFlush: @escaping @Sendable (Outbox) -> Void = { _ in }) { self.onFlush = onFlush }

  /// Adds a framed message; it may wait for `flush`.
  package func add(_ bytes: [UInt8], as delivery: Delivery = .always) {
    queue.withLock { $0.add(bytes, as: delivery) }
  }

  /// Adds a message that is not framed yet.
  package func add(body: [UInt8], _ framing: Framing, as delivery: Delivery = .always) {
    queue.withLock { $0.add(body: body, framing, as: delivery) }
  }

  /// Lets the writer know of what was added: once for all that came of one batch of input.
  package func flush() {
    if unsentBytes > 0 { onFlush(self) }
  }

  /// Drops whatever is unsent for the subject.
  package func discard(_ subject: Delivery.Subject) {
    queue.withLock { $0.discard(subject) }
  }

  /// Removes and returns the oldest messages as one run of bytes; empty where there is none.
  ///
  /// - Parameter limit: no further message is begun beyond so many bytes.
  package func take(limit: Int = 64 << 10) -> [UInt8] { queue.withLock { $0.take(limit: limit) } }

  package var unsentBytes: Int { queue.withLock { $0.bytes } }

  package var isFull: Bool { unsentBytes >= Outbox.capacity }
}
