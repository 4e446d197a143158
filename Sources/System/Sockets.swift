#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

// Sockets on 127.0.0.1, for servers in this process. Their calls return at once.

extension Descriptor {
  /// Listens on a port of 127.0.0.1; 0 takes any that is free.
  package static func listeningOnLoopback(
    port wanted: UInt16
  ) throws(SystemError) -> (listener: Descriptor, port: UInt16) {
    let listener = try Descriptor(checking: newSocket())
    listener.prepareSocket()
    var yes: Int32 = 1
    setsockopt(listener.number, SOL_SOCKET, SO_REUSEADDR, &yes, flagSize)
    var address = loopbackAddress(port: wanted)
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isListening = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        bind(listener.number, address, length) == 0 && listen(listener.number, 256) == 0
          && getsockname(listener.number, address, &length) == 0
      }
    }
    guard isListening else {
      let error = SystemError.last
      listener.close()
      throw error
    }
    return (listener, UInt16(bigEndian: address.sin_port))
  }

  /// Takes the next connection; `.wouldBlock` where there is none.
  package func accept() throws(SystemError) -> Descriptor {
    var connection = acceptConnection(number)
    while connection < 0, SystemError.last.isInterruption { connection = acceptConnection(number) }
    let accepted = try Descriptor(checking: connection)
    accepted.prepareSocket()
    var yes: Int32 = 1
    setsockopt(accepted.number, Int32(IPPROTO_TCP), TCP_NODELAY, &yes, flagSize)
    return accepted
  }

  /// Sends as much as fits; nil where nothing does for now.
  package func sendAtOnce(_ bytes: UnsafeRawBufferPointer) throws(SystemError) -> Int? {
    while true {
      let count = sendBytes(number, bytes)
      if count >= 0 { return count }
      let error = SystemError.last
      if error.meansWait { return nil }
      guard error.isInterruption else { throw error }
    }
  }

  /// Whether the peer has closed and nothing is left to read; looks without reading.
  package var isAtEnd: Bool {
    var byte: UInt8 = 0
    let count = recv(number, &byte, 1, Int32(MSG_PEEK))
    guard count < 0 else { return count == 0 }
    let error = SystemError.last
    return !error.meansWait && !error.isInterruption
  }

  /// Says to the peer that no more will be sent.
  package func shutdownSending() { _ = shutdown(number, Int32(SHUT_WR)) }

  /// Gives a connection up when nothing that was sent on it is acknowledged for so long.
  package func limitUnacknowledgedTime(to limit: Duration) {
    let seconds = limit.components.seconds
    #if canImport(Glibc)
      var milliseconds = UInt32(clamping: seconds * 1000)
      let size = socklen_t(MemoryLayout<UInt32>.size)
      setsockopt(number, Int32(IPPROTO_TCP), TCP_USER_TIMEOUT, &milliseconds, size)
    #else
      var wholeSeconds = Int32(clamping: seconds)
      setsockopt(number, IPPROTO_TCP, TCP_RXT_CONNDROPTIME, &wholeSeconds, flagSize)
    #endif
  }

  /// Makes its calls return at once, keep out of child processes and raise no signal.
  private func prepareSocket() {
    becomeNonBlocking()
    _ = fcntl(number, F_SETFD, FD_CLOEXEC)
    #if !canImport(Glibc)
      var yes: Int32 = 1
      setsockopt(number, SOL_SOCKET, SO_NOSIGPIPE, &yes, flagSize)
    #endif
  }
}

private let flagSize = socklen_t(MemoryLayout<Int32>.size)

private func newSocket() -> Int32 {
  #if canImport(Glibc)
    socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
  #else
    socket(AF_INET, SOCK_STREAM, 0)
  #endif
}

private func loopbackAddress(port: UInt16) -> sockaddr_in {
  var address = sockaddr_in()
  #if !canImport(Glibc)
    address.sin_len = UInt8(MemoryLayout<sockaddr_in>.size)
  #endif
  address.sin_family = sa_family_t(AF_INET)
  address.sin_port = port.bigEndian
  address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
  return address
}

private func acceptConnection(_ listener: Int32) -> Int32 { accept(listener, nil, nil) }

private func sendBytes(_ number: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
  #if canImport(Glibc)
    send(number, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
  #else
    send(number, bytes.baseAddress, bytes.count, 0)
  #endif
}
