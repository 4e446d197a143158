import System

/// A connected socket whose waits end when the sandbox stops.
struct Channel: Sendable {
  /// How a wait ended.
  enum Waited: Sendable { case ready, timedOut, peerClosed, stopped }

  /// How a reading ended.
  enum Received: Sendable {
    case bytes([UInt8])
    case closed, timedOut, stopped
  }

  let socket: Descriptor
  /// Becomes readable, and stays so, when the sandbox stops.
  let stop: Descriptor

  /// Waits until something happens to the socket; at most `timeout`, nil meaning for ever.
  func wait(for events: IOEvents, timeout: Duration?) -> Waited {
    let happened = waitForEvents([(socket, events), (stop, .readable)], timeout: timeout)
    if !happened[1].isEmpty { return .stopped }
    if happened[0].isEmpty { return .timedOut }
    if !happened[0].isDisjoint(with: [.failed, .notOpen]) { return .peerClosed }
    return happened[0].isDisjoint(with: events.subtracting(.peerClosed)) ? .peerClosed : .ready
  }

  /// Lets `duration` pass, unless the peer goes away or the sandbox stops before.
  ///
  /// Requests that arrive meanwhile stay unread.
  func pause(_ duration: Duration?) -> Waited {
    let deadline = duration.map { ContinuousClock.now + $0 }
    var events: IOEvents = [.readable, .peerClosed]
    while true {
      let left = deadline.map { ContinuousClock.now.duration(to: $0) }
      if let left, left <= .zero { return .timedOut }
      // Where the system cannot tell that the peer is gone behind unread bytes, look now and then.
      let slice = Duration.milliseconds(50)
      let isBlind = events.isEmpty
      let waited = wait(for: events, timeout: isBlind ? min(left ?? slice, slice) : left)
      switch waited {
      case .ready:
        if socket.isAtEnd { return .peerClosed }
        events = .peerClosed
      case .timedOut: if !isBlind { return .timedOut }
      case .peerClosed, .stopped: return waited
      }
    }
  }

  /// Whether the sandbox has stopped, which a peer that is always ready would hide.
  var isStopped: Bool { wait(for: [], timeout: .zero) == .stopped }

  /// Reads what there is, waiting for it at most `timeout`.
  func receive(timeout: Duration) -> Received {
    while true {
      var isFinished = false
      let bytes = [UInt8](unsafeUninitializedCapacity: 16_384) { buffer, count in
        do throws(SystemError) {
          let received = try socket.readAtOnce(into: UnsafeMutableRawBufferPointer(buffer))
          count = received ?? 0
          isFinished = received == 0
        } catch {
          isFinished = true
        }
      }
      if !bytes.isEmpty { return .bytes(bytes) }
      if isFinished { return .closed }
      switch wait(for: .readable, timeout: timeout) {
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
        do throws(SystemError) {
          if let count = try socket.sendAtOnce(rest) {
            sent += count
            continue
          }
        } catch {
          return .peerClosed
        }
        let waited = wait(for: .writable, timeout: .seconds(75))
        if waited != .ready { return waited }
      }
      return .ready
    }
  }

  /// Says that no more will be sent, and lets the peer read what was, for a moment.
  func finishSending() {
    socket.shutdownSending()
    var patience = 64
    while patience > 0, case .bytes = receive(timeout: .milliseconds(250)) { patience -= 1 }
  }

  func end() { socket.close() }
}
