#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A connected socket whose waits end when the sandbox stops.
struct Channel: Sendable {
  /// How a wait ended.
  enum Waited: Sendable { case ready, timedOut, peerClosed, stopped }

  /// How a reading ended.
  enum Received: Sendable { case bytes([UInt8]), closed, timedOut, stopped }

  let descriptor: Int32
  /// Becomes readable, and stays so, when the sandbox stops.
  let stop: Int32

  /// Waits until something happens to the socket; at most `timeout`, nil meaning for ever.
  func wait(for events: Int16, timeout: Duration?) -> Waited {
    let deadline = timeout.map { ContinuousClock.now + $0 }
    while true {
      var polled = [
        pollfd(fd: descriptor, events: events, revents: 0),
        pollfd(fd: stop, events: Int16(POLLIN), revents: 0),
      ]
      var milliseconds: Int32 = -1
      if let deadline {
        let left = ContinuousClock.now.duration(to: deadline)
        milliseconds = Int32(clamping: left <= .zero ? 0 : left.wholeMilliseconds + 1)
      }
      let count = poll(&polled, nfds_t(polled.count), milliseconds)
      if count < 0 {
        guard errno == EINTR else { return .peerClosed }
        continue
      }
      if polled[1].revents != 0 { return .stopped }
      if count == 0 { return .timedOut }
      let happened = polled[0].revents
      if happened & Int16(POLLERR | POLLNVAL) != 0 { return .peerClosed }
      if happened & events & ~Platform.peerClosedEvent != 0 { return .ready }
      return .peerClosed
    }
  }

  /// Lets `duration` pass, unless the peer goes away or the sandbox stops before.
  ///
  /// Requests that arrive meanwhile stay unread.
  func pause(_ duration: Duration?) -> Waited {
    let deadline = duration.map { ContinuousClock.now + $0 }
    var events = Int16(POLLIN) | Platform.peerClosedEvent
    while true {
      let left = deadline.map { ContinuousClock.now.duration(to: $0) }
      if let left, left <= .zero { return .timedOut }
      // Where the system cannot tell that the peer is gone behind unread bytes, look now and then.
      let slice = Duration.milliseconds(50)
      let isBlind = events == 0
      let waited = wait(for: events, timeout: isBlind ? min(left ?? slice, slice) : left)
      switch waited {
      case .ready:
        if Glue.isAtEnd(descriptor) { return .peerClosed }
        events = Platform.peerClosedEvent
      case .timedOut: if !isBlind { return .timedOut }
      case .peerClosed, .stopped: return waited
      }
    }
  }

  /// Whether the sandbox has stopped, which a peer that is always ready would hide.
  var isStopped: Bool { wait(for: 0, timeout: .zero) == .stopped }

  /// Reads what there is, waiting for it at most `timeout`.
  func receive(timeout: Duration) -> Received {
    while true {
      var isFinished = false
      let bytes = [UInt8](unsafeUninitializedCapacity: 16_384) { buffer, count in
        let received = recv(descriptor, buffer.baseAddress, buffer.count, 0)
        count = max(0, received)
        isFinished = received == 0 || (received < 0 && errno != EAGAIN && errno != EINTR)
      }
      if !bytes.isEmpty { return .bytes(bytes) }
      if isFinished { return .closed }
      switch wait(for: Int16(POLLIN), timeout: timeout) {
      case .ready, .peerClosed: continue
      case .timedOut: return .timedOut
      case .stopped: return .stopped
      }
    }
  }

  /// Sends all of `bytes`; anything but `ready` tells why not.
  func send(_ bytes: some Collection<UInt8>) -> Waited {
    Array(bytes).withUnsafeBytes { buffer in
      var sent = 0
      while sent < buffer.count {
        let rest = UnsafeRawBufferPointer(rebasing: buffer[sent...])
        let count = Glue.send(descriptor, rest)
        if count > 0 {
          sent += count
        } else if count < 0, errno == EAGAIN {
          let waited = wait(for: Int16(POLLOUT), timeout: .seconds(75))
          if waited != .ready { return waited }
        } else if errno != EINTR {
          return .peerClosed
        }
      }
      return .ready
    }
  }

  /// Says that no more will be sent, and lets the peer read what was, for a moment.
  func finishSending() {
    Glue.shutdownSending(descriptor)
    var patience = 64
    while patience > 0, case .bytes = receive(timeout: .milliseconds(250)) { patience -= 1 }
  }

  func end() { close(descriptor) }
}
