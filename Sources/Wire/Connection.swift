import System

/// What the peer of a connection does, in its order.
package enum Received: Sendable {
  /// Messages that arrived together, and how they were framed.
  case messages([MessageBody], Framing)
  /// The end of the input; nil where the framing was neither said nor shown by a byte.
  case end(Framing?)
  /// The peer has closed its end of the output.
  case outputClosed
}

/// The service's end of a conversation: what is said to it comes to the inbox, among whatever else
/// happens to it, and what it says leaves by the outbox.
package struct Connection<Event: Sendable>: Sendable {
  package let inbox: Inbox<Event>
  package let outbox: Outbox

  /// A connection over two descriptors; nothing is read before `StandardIO.start`.
  ///
  /// - Parameter event: what the loop calls that which the peer does.
  package static func stdio(
    input: Descriptor, output: Descriptor, event: @escaping @Sendable (Received) -> Event
  ) -> StandardIO<Event> {
    StandardIO(input: input, output: output, event: event)
  }

  /// A connection inside this process, and the client's end of it.
  ///
  /// - Parameter event: what the loop calls that which the peer does.
  package static func memory(
    _ framing: Framing = .headers, event: @escaping @Sendable (Received) -> Event
  ) -> (server: Connection, client: MemoryClient<Event>) {
    let (stream, flushes) = AsyncStream.makeStream(
      of: Void.self, bufferingPolicy: .bufferingNewest(1))
    let server = Connection(inbox: Inbox(), outbox: Outbox(onFlush: { _ in flushes.yield() }))
    let link = MemoryLink(inbox: server.inbox, framing: framing, event: event, flushes: flushes)
    return (server, MemoryClient(link, server.outbox, stream))
  }
}
