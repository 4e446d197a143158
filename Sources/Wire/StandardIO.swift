import Synchronization

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

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

  private let input: Int32
  private let output: Int32
  private let gate = Gate()
  package let outbox: Outbox
  private let isWriting = Mutex(false)

  /// Takes the descriptors away from the rest of the process: 0 becomes empty and 1 points at
  /// standard error, so that a stray print cannot corrupt the stream.
  package static func takingStandardDescriptors() -> StandardIO {
    for descriptor: Int32 in 0...2 where fcntl(descriptor, F_GETFD) < 0 {
      _ = open("/dev/null", O_RDWR)
    }
    let input = fcntl(0, F_DUPFD_CLOEXEC, 3)
    let output = fcntl(1, F_DUPFD_CLOEXEC, 3)
    dup2(2, 1)
    let null = open("/dev/null", O_RDONLY | O_CLOEXEC)
    if null >= 0 {
      dup2(null, 0)
      close(null)
    }
    return StandardIO(input: input, output: output)
  }

  package init(input: Int32, output: Int32) {
    self.input = input
    self.output = output
    let gate = gate
    outbox = Outbox(onFlush: { gate.signal() })
  }

  /// Says that the reader may go on: call it when work has been taken.
  package func signal() { gate.signal() }

  // MARK: reading

  /// Reads until the end of the input on a thread of its own.
  ///
  /// - Parameters:
  ///   - mayRead: asked before each read; the reader waits until it holds and nothing is full.
  ///   - deliver: called on the reader's thread.
  package func startReading(
    _ decoder: FrameDecoder, mayRead: @escaping @Sendable () -> Bool,
    deliver: @escaping @Sendable (Input) -> Void
  ) {
    startThread { [self] in
      var decoder = decoder
      let chunk = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 << 10, alignment: 16)
      defer { chunk.deallocate() }
      while true {
        gate.wait { !outbox.isFull && mayRead() }
        guard let count = read(into: chunk) else { break }
        let frames = decoder.decode(UnsafeRawBufferPointer(rebasing: chunk[..<count]))
        if !frames.isEmpty, let framing = decoder.framing { deliver(.frames(frames, framing)) }
      }
      let rest = decoder.finish()
      if !rest.isEmpty, let framing = decoder.framing { deliver(.frames(rest, framing)) }
      deliver(.end(decoder.framing))
    }
  }

  /// Waits for bytes; nil at the end of the input or where it cannot be read.
  private func read(into chunk: UnsafeMutableRawBufferPointer) -> Int? {
    while true {
      let count = systemRead(input, chunk.baseAddress, chunk.count)
      if count > 0 { return count }
      if count == 0 { return nil }
      switch errno {
      case EINTR: continue
      case EAGAIN, EWOULDBLOCK: waitUntil(input, is: POLLIN)
      default: return nil
      }
    }
  }

  // MARK: writing

  /// Writes what the outbox holds, as it comes, on a thread of its own.
  ///
  /// - Parameter failed: called once, when the peer has closed the pipe; nothing is written after.
  package func startWriting(failed: @escaping @Sendable () -> Void) {
    startThread { [self] in
      while true {
        gate.wait { outbox.unsentBytes > 0 }
        isWriting.withLock { $0 = true }
        let bytes = outbox.take()
        let isWritten = write(bytes)
        isWriting.withLock { $0 = false }
        gate.signal()
        guard isWritten else { return failed() }
      }
    }
  }

  /// Whether everything that was added has been handed to the system.
  package var isFlushed: Bool { outbox.unsentBytes == 0 && !isWriting.withLock(\.self) }

  private func write(_ bytes: [UInt8]) -> Bool {
    bytes.withUnsafeBytes { buffer in
      var done = 0
      while done < buffer.count {
        let rest = UnsafeRawBufferPointer(rebasing: buffer[done...])
        let count = systemWrite(output, rest.baseAddress, rest.count)
        if count >= 0 {
          done += count
          continue
        }
        switch errno {
        case EINTR: continue
        case EAGAIN, EWOULDBLOCK: waitUntil(output, is: POLLOUT)
        default: return false
        }
      }
      return true
    }
  }
}

private func waitUntil(_ descriptor: Int32, is events: Int32) {
  var poller = pollfd(fd: descriptor, events: Int16(events), revents: 0)
  _ = poll(&poller, 1, -1)
}

private func systemRead(_ fd: Int32, _ buffer: UnsafeMutableRawPointer?, _ count: Int) -> Int {
  read(fd, buffer, count)
}

private func systemWrite(_ fd: Int32, _ buffer: UnsafeRawPointer?, _ count: Int) -> Int {
  write(fd, buffer, count)
}
