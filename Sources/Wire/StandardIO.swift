import System

/// A connection over two descriptors: one thread reads, one writes; neither waits for the other.
///
/// Works on pipes, sockets, files and terminals, blocking or not. The reader's thread decodes the
/// messages, and handles them too where the loop is idle; what is short is written by whoever says it
/// where the output has room. The writer's thread does the rest.
package final class StandardIO<Event: Sendable>: Sendable {
  /// The reader pauses while so many bytes of messages wait to be taken.
  private static var maximumWaitingBytes: Int { 256 << 10 }
  private static var chunkBytes: Int { 64 << 10 }
  /// So many messages at once are no conversation.
  private static var burst: Int { 16 }

  package let connection: Connection<Event>
  private let input: Descriptor
  private let event: @Sendable (Received) -> Event
  /// Signalled when there is room for more input or output.
  private let room: ConditionVariable
  /// Signalled when there is something for the writer's thread.
  private let unsent: ConditionVariable
  private let writer: OutputWriter

  init(
    input: Descriptor, output: Descriptor, event: @escaping @Sendable (Received) -> Event
  ) {
    (self.input, self.event) = (input, event)
    let (room, unsent, writer) = (ConditionVariable(), ConditionVariable(), OutputWriter(output))
    (self.room, self.unsent, self.writer) = (room, unsent, writer)
    connection = Connection(
      inbox: Inbox(onTake: { room.signal() }),
      outbox: Outbox(onFlush: { outbox in
        if !writer.writeAtOnce(outbox) { unsent.signal() }
      }))
  }

  /// Starts both threads.
  ///
  /// - Parameter observe: sees the frames before the loop does, on the reader's thread.
  package func start(
    _ decoder: FrameDecoder, observe: @escaping @Sendable ([Frame]) -> Void = { _ in }
  ) throws(SystemError) {
    try startThread { [self] in read(decoder, observe) }
    try startThread { [self] in write() }
  }

  // MARK: reading

  private func read(_ decoder: FrameDecoder, _ observe: ([Frame]) -> Void) {
    let (inbox, outbox) = (connection.inbox, connection.outbox)
    var decoder = decoder
    let chunk = UnsafeMutableRawBufferPointer.allocate(byteCount: Self.chunkBytes, alignment: 16)
    defer { chunk.deallocate() }
    while true {
      room.wait { !outbox.isFull && inbox.weight < Self.maximumWaitingBytes }
      guard let count = try? input.read(into: chunk), count > 0 else { break }
      let frames = decoder.decode(UnsafeRawBufferPointer(rebasing: chunk[..<count]))
      guard !frames.isEmpty, let framing = decoder.framing else { continue }
      observe(frames)
      let event = event(.messages(frames.map(MessageBody.init), framing))
      let weight = frames.reduce(0) { $0 + $1.size }
      // In a burst the next chunk is decoded while the loop takes this one.
      if count == chunk.count || frames.count >= Self.burst {
        inbox.handOver(event, weight: weight)
      } else {
        inbox.post(event, weight: weight)
      }
    }
    let rest = decoder.finish()
    if !rest.isEmpty, let framing = decoder.framing {
      observe(rest)
      inbox.post(event(.messages(rest.map(MessageBody.init), framing)))
    }
    inbox.post(event(.end(decoder.framing)))
  }

  // MARK: writing

  private func write() {
    let outbox = connection.outbox
    while true {
      unsent.wait { writer.isNeeded(for: outbox) }
      writer.write(outbox)
      room.signal()
      if writer.failure != nil { return connection.inbox.post(event(.outputClosed)) }
    }
  }

  /// Blocks the calling thread until everything that was said has been handed to the system, or cannot
  /// be, or the time is over.
  package func flush(within limit: Duration) {
    let outbox = connection.outbox
    room.wait(until: .now + limit) {
      writer.failure != nil || outbox.unsentBytes == 0 && !writer.isBusy
    }
  }

  /// Why the output could not be written; nil where it could, or its reader has merely gone.
  package var outputFailure: SystemError? {
    writer.failure.flatMap { $0.meansClosedByPeer ? nil : $0 }
  }
}

extension Frame {
  /// What it takes in memory while it waits.
  fileprivate var size: Int {
    switch self {
    case .body(let bytes): bytes.count + 64
    case .fault: 64
    }
  }
}
