#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// What the systems spell differently.
enum Platform {
  #if canImport(Glibc)
    static let streamSocket = Int32(SOCK_STREAM.rawValue)
    /// Reports that the peer will send no more, even while unread bytes wait.
    static let peerClosedEvent: Int16 = 0x2000
  #else
    static let streamSocket = SOCK_STREAM
    static let peerClosedEvent: Int16 = 0
  #endif

  /// Seconds since 1970.
  static var epochSeconds: Int {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Int(time.tv_sec)
  }

  /// The address 127.0.0.1 with that port.
  static func loopback(port: UInt16) -> sockaddr_in {
    var address = sockaddr_in()
    #if !canImport(Glibc)
      address.sin_len = UInt8(MemoryLayout<sockaddr_in>.size)
    #endif
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    return address
  }

  /// Makes a socket's calls return at once, keep out of child processes and raise no signal.
  static func prepare(_ descriptor: Int32) {
    _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    #if !canImport(Glibc)
      var yes: Int32 = 1
      setsockopt(
        descriptor, SOL_SOCKET, SO_NOSIGPIPE, &yes, socklen_t(MemoryLayout<Int32>.size))
    #endif
  }

  /// Runs `body` on a thread of its own; false where the system has none to give.
  static func startThread(_ body: @escaping @Sendable () -> Void) -> Bool {
    let box = Unmanaged.passRetained(ThreadBody(run: body))
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    pthread_attr_setstacksize(&attributes, 512 * 1_024)
    pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    #if canImport(Glibc)
      var thread = pthread_t()
      let status = pthread_create(&thread, &attributes, { runThread($0) }, box.toOpaque())
    #else
      var thread: pthread_t?
      let status = pthread_create(&thread, &attributes, { runThread($0) }, box.toOpaque())
    #endif
    if status != 0 { box.release() }
    return status == 0
  }
}

private final class ThreadBody: Sendable {
  let run: @Sendable () -> Void

  init(run: @escaping @Sendable () -> Void) { self.run = run }
}

private func runThread(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  if let argument { Unmanaged<ThreadBody>.fromOpaque(argument).takeRetainedValue().run() }
  return nil
}
