#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// System calls whose names are used by methods here.
enum Glue {
  static func socket(_ domain: Int32, _ type: Int32, _ protocolNumber: Int32) -> Int32 {
    #if canImport(Glibc)
      Glibc.socket(domain, type, protocolNumber)
    #else
      Darwin.socket(domain, type, protocolNumber)
    #endif
  }

  static func bind(
    _ descriptor: Int32, _ address: UnsafePointer<sockaddr>, _ length: socklen_t
  ) -> Int32 {
    #if canImport(Glibc)
      Glibc.bind(descriptor, address, length)
    #else
      Darwin.bind(descriptor, address, length)
    #endif
  }

  static func accept(
    _ descriptor: Int32, _ address: UnsafeMutablePointer<sockaddr>?,
    _ length: UnsafeMutablePointer<socklen_t>?
  ) -> Int32 {
    #if canImport(Glibc)
      Glibc.accept(descriptor, address, length)
    #else
      Darwin.accept(descriptor, address, length)
    #endif
  }

  static func send(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
    #if canImport(Glibc)
      Glibc.send(descriptor, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
    #else
      Darwin.send(descriptor, bytes.baseAddress, bytes.count, 0)
    #endif
  }

  /// Whether the peer has closed and nothing is left to read; looks without reading.
  static func isAtEnd(_ descriptor: Int32) -> Bool {
    var byte: UInt8 = 0
    #if canImport(Glibc)
      let flags = Int32(MSG_PEEK)
    #else
      let flags = MSG_PEEK
    #endif
    let count = recv(descriptor, &byte, 1, flags)
    return count == 0 || (count < 0 && errno != EAGAIN && errno != EINTR)
  }

  static func shutdownSending(_ descriptor: Int32) {
    #if canImport(Glibc)
      _ = shutdown(descriptor, Int32(SHUT_WR))
    #else
      _ = shutdown(descriptor, SHUT_WR)
    #endif
  }

  /// A pipe that child processes do not get.
  static func makePipe() -> (read: Int32, write: Int32)? {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return nil }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (ends[0], ends[1])
  }

  /// Waits a moment; false where `stop` became readable.
  static func rest(stop: Int32) -> Bool {
    var polled = pollfd(fd: stop, events: Int16(POLLIN), revents: 0)
    return poll(&polled, 1, 100) <= 0
  }
}
