import Synchronization
import System

/// The pipe: one thread that reads, one that writes; neither waits for the other.
///
/// Works on pipes, sockets, files and terminals, blocking or not.
package final class StandardIO: Sendable {
  /// What the reader tells; called on its thread, in order.
  package enum Input: Sendable {
    case frames([Frame], Framing)
    /// The end of the input, and the framing if it was known by then.
    case end(Framing?)
  }

  private let input: Descriptor
  private let changes = ConditionVariable()
  package let outbox: Outbox
  private let writer: OutputWriter

  package init(input: Descriptor, output: Descriptor) {
    self.input = input
    let (changes, writer) = (changes, OutputWriter(output))
    self.writer = writer
    outbox = Outbox(onFlush: { outbox in
      if !writer.writeAtOnce(outbox) { changes.signal() }
    })
  }

  /// Says that the reader may go on: call it when work has been taken.
  package func signal() { changes.signal() }

  // MARK: reading

  /// Reads until the end of the input on a thread of its own.
  ///
  /// - Parameters:
  ///   - mayRead: asked before each read; the reader waits until it holds and nothing is full.
  ///   - deliver: called on the reader's thread.
  package func startReading(
    _ decoder: FrameDecoder, mayRead: @escaping @Sendable () -> Bool,
    deliver: @escaping @Sendable (Input) -> Void
  ) throws(SystemError) {
    try startThread { [self] in
      var decoder = decoder
      let chunk = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 << 10, alignment: 16)
      defer { chunk.deallocate() }
      while true {
        changes.wait { !outbox.isFull && mayRead() }
        guard let count = try? input.read(into: chunk), count > 0 else { break }
        let frames = decoder.decode(UnsafeRawBufferPointer(rebasing: chunk[..<count]))
        if !frames.isEmpty, let framing = decoder.framing { deliver(.frames(frames, framing)) }
      }
      let rest = decoder.finish()
      if !rest.isEmpty, let framing = decoder.framing { deliver(.frames(rest, framing)) }
      deliver(.end(decoder.framing))
    }
  }

  // MARK: writing

  /// Writes what the outbox holds, as it comes, on a thread of its own.
  ///
  /// - Parameter failed: called once, when the peer has closed the pipe; nothing is written after.
  package func startWriting(
    failed: @escaping @Sendable () -> Void
  ) throws(SystemError) {
    try startThread { [self] in
      while true {
        changes.wait { writer.isNeeded(for: outbox) }
        writer.write(outbox)
        changes.signal()
        if writer.failure != nil { return failed() }
      }
    }
  }

  /// Why the output could not be written; nil where it could, or its reader has merely gone.
  package var outputFailure: SystemError? {
    writer.failure.flatMap { $0.meansClosedByPeer ? nil : $0 }
  }

  /// Whether everything that was added has been handed to the system.
  package var isFlushed: Bool { outbox.unsentBytes == 0 && !writer.isBusy }
}
