#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Returns a socket that listens on 127.0.0.1, and its port, which the system chose.
func listenOnLoopback() throws(LoopbackServer.CannotListen) -> (descriptor: Int32, port: Int) {
  let descriptor = newSocket()
  guard descriptor >= 0 else { throw .init(code: errno) }
  var address = loopback(port: 0)
  var length = socklen_t(MemoryLayout<sockaddr_in>.size)
  let status = withUnsafeMutablePointer(to: &address) { address in
    address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
      if bind(descriptor, address, length) != 0 || listen(descriptor, 1024) != 0 { return false }
      return getsockname(descriptor, address, &length) == 0
    }
  }
  guard status else {
    let code = errno
    close(descriptor)
    throw .init(code: code)
  }
  return (descriptor, Int(UInt16(bigEndian: address.sin_port)))
}

/// Returns the next connection; nil where the listener is of no more use.
func accepted(by listener: Int32) -> Int32? {
  while true {
    let descriptor = accept(listener, nil, nil)
    if descriptor >= 0 {
      setOptions(of: descriptor)
      return descriptor
    }
    guard errno == EINTR || errno == ECONNABORTED else { return nil }
  }
}

/// Returns a pipe; whoever waits at the reader is let go when the writer is closed.
func endOfThread() throws(LoopbackServer.CannotListen) -> (reader: Int32, writer: Int32) {
  var ends: [Int32] = [-1, -1]
  guard pipe(&ends) == 0 else { throw .init(code: errno) }
  return (ends[0], ends[1])
}

/// Waits until the other end of a pipe is closed.
func waitForEnd(of reader: Int32) {
  var byte: UInt8 = 0
  while read(reader, &byte, 1) < 0 && errno == EINTR {}
}

/// Connects to a port and hangs up.
func poke(_ port: Int) {
  let descriptor = newSocket()
  var address = loopback(port: port)
  _ = withUnsafePointer(to: &address) {
    $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
      connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
    }
  }
  close(descriptor)
}

/// Runs `body` on a thread of its own that nobody waits for.
func startThread(_ body: @escaping @Sendable () -> Void) {
  let box = Unmanaged.passRetained(ThreadBody(run: body))
  var attributes = pthread_attr_t()
  pthread_attr_init(&attributes)
  pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
  defer { pthread_attr_destroy(&attributes) }
  #if canImport(Glibc)
    var thread = pthread_t()
    let status = pthread_create(&thread, &attributes, { threadMain($0) }, box.toOpaque())
  #else
    var thread: pthread_t?
    let status = pthread_create(&thread, &attributes, { threadMain($0) }, box.toOpaque())
  #endif
  precondition(status == 0, "no thread can be started")
}

private final class ThreadBody: Sendable {
  let run: @Sendable () -> Void
  init(run: @escaping @Sendable () -> Void) { self.run = run }
}

private func threadMain(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  if let context { Unmanaged<ThreadBody>.fromOpaque(context).takeRetainedValue().run() }
  return nil
}

private func newSocket() -> Int32 {
  #if canImport(Glibc)
    socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
  #else
    socket(AF_INET, SOCK_STREAM, 0)
  #endif
}

private func setOptions(of descriptor: Int32) {
  var on: Int32 = 1
  setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &on, socklen_t(MemoryLayout<Int32>.size))
  #if !canImport(Glibc)
    setsockopt(descriptor, SOL_SOCKET, SO_NOSIGPIPE, &on, socklen_t(MemoryLayout<Int32>.size))
  #endif
}

private func loopback(port: Int) -> sockaddr_in {
  var address = sockaddr_in()
  address.sin_family = sa_family_t(AF_INET)
  address.sin_port = UInt16(port).bigEndian
  address.sin_addr = in_addr(s_addr: UInt32(0x7F00_0001).bigEndian)
  return address
}
