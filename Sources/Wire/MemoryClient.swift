/// What joins a client to a server in the same process; any task may use it.
package struct MemoryLink<Event: Sendable>: Sendable {
  let inbox: Inbox<Event>
  let framing: Framing
  let event: @Sendable (Received) -> Event
  let flushes: AsyncStream<Void>.Continuation

  /// Sends message bodies that arrive together.
  package func send(_ bodies: [[UInt8]]) {
    inbox.post(event(.messages(bodies.map { MessageBody(.body($0)) }, framing)))
  }

  /// Ends the server's input.
  package func endInput() { inbox.post(event(.end(framing))) }

  /// Says that the server will write no more: its client then reads to the end.
  package func endOutput() { flushes.finish() }
}

/// The client's end of a connection inside this process, for one reader.
package final class MemoryClient<Event: Sendable> {
  package let link: MemoryLink<Event>
  private let outbox: Outbox
  private var flushes: AsyncStream<Void>.Iterator
  private var decoder: FrameDecoder
  private var unread: ArraySlice<[UInt8]> = []

  init(_ link: MemoryLink<Event>, _ outbox: Outbox, _ flushes: AsyncStream<Void>) {
    (self.link, self.outbox) = (link, outbox)
    self.flushes = flushes.makeAsyncIterator()
    decoder = FrameDecoder(framing: link.framing)
  }

  /// Removes and returns the bodies of the messages that were written, without waiting.
  package func take() -> [[UInt8]] {
    read()
    defer { unread = [] }
    return Array(unread)
  }

  /// Returns the body of the next message; nil where the output has ended and all were read.
  package func next() async -> [UInt8]? {
    while true {
      read()
      if let body = unread.popFirst() { return body }
      guard await flushes.next(isolation: #isolation) != nil else {
        read()
        return unread.popFirst()
      }
    }
  }

  private func read() {
    while outbox.unsentBytes > 0 {
      for case .body(let body) in decoder.decode(outbox.take()) { unread.append(body) }
    }
  }
}
