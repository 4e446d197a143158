import Synchronization

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The server's end of one connection.
///
/// Every call is safe from any thread, and does nothing once either side has hung up.
package final class ServedConnection: Sendable {
  /// Counts the connections of a server from 0.
  package let number: Int
  private let descriptor: Int32
  private let unread = Mutex<[UInt8]>([])

  init(_ descriptor: Int32, number: Int) {
    self.descriptor = descriptor
    self.number = number
  }

  // The descriptor stays open as long as anyone can name it, so that its number means no other file.
  deinit { close(descriptor) }

  /// Writes raw bytes; returns false where the peer is gone.
  @discardableResult
  package func write(_ bytes: [UInt8]) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { send(descriptor, $0.baseAddress, $0.count, sendFlags) }
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }

  /// Writes raw text; returns false where the peer is gone.
  @discardableResult
  package func write(_ text: String) -> Bool { write(Array(text.utf8)) }

  /// Writes a whole response with its `Content-Length`.
  package func respond(
    status: Int, headers: [(name: String, value: String)] = [], body: [UInt8] = []
  ) {
    let fields = headers.map { "\($0.name): \($0.value)\r\n" }.joined()
    let length = status == 204 || status == 304 ? "" : "Content-Length: \(body.count)\r\n"
    write(Array("HTTP/1.1 \(status) Status\r\n\(fields)\(length)\r\n".utf8) + body)
  }

  /// Writes a whole response with its `Content-Length`.
  package func respond(
    status: Int, headers: [(name: String, value: String)] = [], body: String
  ) {
    respond(status: status, headers: headers, body: Array(body.utf8))
  }

  /// Ends the connection in both directions; what was written still arrives.
  package func hangUp() { shutdown(descriptor, Int32(SHUT_RDWR)) }

  /// Waits until the peer hangs up or the server stops; what the peer still sends is dropped.
  package func waitForHangUp() {
    while receive() != nil {}
  }

  /// Waits until the peer hangs up, or sends something, or `limit` has passed; returns whether it has
  /// hung up.
  package func waitForHangUp(atMost limit: Duration) -> Bool {
    let milliseconds =
      limit.components.seconds * 1000
      + limit.components.attoseconds / 1_000_000_000_000_000
    var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&entry, 1, Int32(clamping: milliseconds)) > 0 && receive() == nil
  }

  /// Returns the next whole request; nil at the end of the connection or where it is none.
  func nextRequest() -> ServedRequest? {
    var buffer = unread.withLock { $0 }
    var headEnd = end(ofHeadIn: buffer)
    while headEnd == nil {
      guard let bytes = receive() else { return nil }
      buffer += bytes
      headEnd = end(ofHeadIn: buffer)
    }
    guard let headEnd,
      var request = ServedRequest(
        head: String(decoding: buffer[..<headEnd], as: UTF8.self), connection: number)
    else { return nil }
    let bodyEnd = headEnd + (request[header: "Content-Length"].flatMap { Int($0) } ?? 0)
    while buffer.count < bodyEnd {
      guard let bytes = receive() else { return nil }
      buffer += bytes
    }
    request.body = Array(buffer[headEnd..<bodyEnd])
    unread.withLock { $0 = Array(buffer[bodyEnd...]) }
    return request
  }

  private func end(ofHeadIn bytes: [UInt8]) -> Int? {
    let mark = Array("\r\n\r\n".utf8)
    guard bytes.count >= mark.count else { return nil }
    return (mark.count...bytes.count).first { bytes[($0 - mark.count)..<$0] == mark[...] }
  }

  /// Returns what comes next; nil at the end.
  private func receive() -> [UInt8]? {
    var count = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: 1 << 14) { buffer, initialized in
      repeat {
        count = recv(descriptor, buffer.baseAddress, buffer.count, 0)
      } while count < 0 && errno == EINTR
      initialized = max(0, count)
    }
    return count > 0 ? bytes : nil
  }
}

#if canImport(Glibc)
  private let sendFlags = Int32(MSG_NOSIGNAL)
#else
  private let sendFlags: Int32 = 0
#endif
