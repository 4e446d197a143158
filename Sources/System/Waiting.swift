#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// What can happen to a descriptor.
package struct IOEvents: OptionSet, Sendable, Hashable {
  package let rawValue: Int16
  package init(rawValue: Int16) { self.rawValue = rawValue }

  /// There are bytes, or the end.
  package static let readable = IOEvents(rawValue: Int16(POLLIN))
  /// Some bytes can be written at once: `PIPE_BUF` of them to a pipe.
  package static let writable = IOEvents(rawValue: Int16(POLLOUT))
  /// The peer will send no more, even while unread bytes wait; empty where the system cannot tell.
  #if canImport(Glibc)
    package static let peerClosed = IOEvents(rawValue: 0x2000)
  #else
    package static let peerClosed: IOEvents = []
  #endif
  /// The other end is gone; this and the two below are told without being asked for.
  package static let hungUp = IOEvents(rawValue: Int16(POLLHUP))
  package static let failed = IOEvents(rawValue: Int16(POLLERR))
  package static let notOpen = IOEvents(rawValue: Int16(POLLNVAL))
}

/// Waits until something happens to one of the descriptors.
///
/// - Parameter timeout: how long at most; nil is for ever.
/// - Returns: what happened to each, in their order; all empty after the timeout.
@discardableResult
package func waitForEvents(
  _ entries: [(descriptor: Descriptor, events: IOEvents)], timeout: Duration? = nil
) -> [IOEvents] {
  let deadline = timeout.map { ContinuousClock.now + $0 }
  var polled = entries.map {
    pollfd(fd: $0.descriptor.number, events: $0.events.rawValue, revents: 0)
  }
  while true {
    let count = poll(&polled, nfds_t(polled.count), milliseconds(until: deadline))
    if count < 0, errno == EINTR { continue }
    // Out of memory, most likely: whoever asked finds out by trying.
    if count < 0 { return entries.map(\.events) }
    if count == 0, let deadline, .now < deadline { continue }
    return polled.map { IOEvents(rawValue: $0.revents) }
  }
}

extension Descriptor {
  /// Waits for one of the events, or for a failure; returns what happened, nothing after the timeout.
  @discardableResult
  package func wait(for events: IOEvents, timeout: Duration? = nil) -> IOEvents {
    waitForEvents([(self, events)], timeout: timeout)[0]
  }
}

extension Descriptor {
  /// Returns when there is something to read, or as soon as the task is cancelled.
  ///
  /// A thread waits for it; where there can be none this returns at once.
  package func becomesReadable() async {
    guard let (stop, stopper) = try? Descriptor.pipe() else { return }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        do throws(SystemError) {
          try startThread(stackBytes: 64 << 10) {
            waitForEvents([(self, .readable), (stop, .readable)])
            continuation.resume()
          }
        } catch {
          continuation.resume()
        }
      }
    } onCancel: {
      try? stopper.write([0])
    }
    stop.close()
    stopper.close()
  }
}

/// Rounded up, so that a deadline is not missed by part of a millisecond; -1 without a deadline.
private func milliseconds(until deadline: ContinuousClock.Instant?) -> Int32 {
  guard let deadline else { return -1 }
  let left = ContinuousClock.now.duration(to: deadline)
  guard left > .zero else { return 0 }
  let (seconds, attoseconds) = left.components
  guard seconds < 1_000_000 else { return 1_000_000_000 }
  return Int32(seconds) * 1000 + Int32((attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000)
}
