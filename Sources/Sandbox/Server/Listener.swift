import Synchronization

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Accepts connections on 127.0.0.1 and gives each a thread, until it is stopped.
final class Listener: Sendable {
  /// How many connections are served at once; more are turned away with 503.
  static let maximumConnections = 256

  private struct State {
    /// The accepting thread and those of the connections.
    var threads = 0
    var connections = 0
    var isStopping = false
  }

  let port: UInt16
  private let socket: Int32
  /// Closing the write end tells all threads to end.
  private let stopPipe: (read: Int32, write: Int32)
  /// The last thread to end after a stop closes the write end.
  private let donePipe: (read: Int32, write: Int32)
  private let state = Mutex(State())

  /// Begins to listen; connections wait until `start`.
  init(port wanted: UInt16) throws(SandboxError) {
    let socket = Glue.socket(AF_INET, Platform.streamSocket, 0)
    guard socket >= 0 else { throw .cannotListen(port: wanted, code: errno) }
    Platform.prepare(socket)
    guard let port = Self.bind(socket, wanted) else {
      let code = errno
      close(socket)
      throw code == EADDRINUSE
        ? .portTaken(wanted) : .cannotListen(port: wanted, code: code)
    }
    guard let stop = Glue.makePipe(), let done = Glue.makePipe() else {
      let code = errno
      close(socket)
      throw .cannotListen(port: wanted, code: code)
    }
    (self.socket, self.port, stopPipe, donePipe) = (socket, port, stop, done)
  }

  /// Serves connections with `api` from now on.
  func start(_ api: API) {
    state.withLock { $0.threads += 1 }
    let isStarted = Platform.startThread { [self] in
      accept(api)
      threadEnded(wasConnection: false)
    }
    if !isStarted { threadEnded(wasConnection: false) }
  }

  /// Ends all connections and threads, and returns when they have ended.
  ///
  /// To be called once.
  func stop() {
    let isBusy = state.withLock { state in
      state.isStopping = true
      return state.threads > 0
    }
    close(stopPipe.write)
    if isBusy {
      var polled = pollfd(fd: donePipe.read, events: Int16(POLLIN), revents: 0)
      while poll(&polled, 1, -1) < 0, errno == EINTR {}
    } else {
      close(donePipe.write)
    }
    close(donePipe.read)
    close(stopPipe.read)
    close(socket)
  }

  private static func bind(_ socket: Int32, _ wanted: UInt16) -> UInt16? {
    var yes: Int32 = 1
    setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
    var address = Platform.loopback(port: wanted)
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let status = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        if Glue.bind(socket, address, length) != 0 || listen(socket, 256) != 0 { return false }
        return getsockname(socket, address, &length) == 0
      }
    }
    return status ? UInt16(bigEndian: address.sin_port) : nil
  }

  private func accept(_ api: API) {
    let channel = Channel(descriptor: socket, stop: stopPipe.read)
    while true {
      guard channel.wait(for: Int16(POLLIN), timeout: nil) != .stopped else { return }
      let connection = Glue.accept(socket, nil, nil)
      guard connection >= 0 else {
        // Out of descriptors, perhaps: the connection stays readable, so do not spin on it.
        if errno != EAGAIN, errno != EINTR, errno != ECONNABORTED {
          guard Glue.rest(stop: stopPipe.read) else { return }
        }
        continue
      }
      Platform.prepare(connection)
      var yes: Int32 = 1
      setsockopt(
        connection, Int32(IPPROTO_TCP), TCP_NODELAY, &yes, socklen_t(MemoryLayout<Int32>.size))
      serve(Channel(descriptor: connection, stop: stopPipe.read), api)
    }
  }

  private func serve(_ channel: Channel, _ api: API) {
    let isAdmitted = state.withLock { state in
      guard state.connections < Self.maximumConnections else { return false }
      state.connections += 1
      state.threads += 1
      return true
    }
    guard isAdmitted else {
      _ = channel.send(Self.busy)
      return channel.end()
    }
    let isStarted = Platform.startThread { [self] in
      Connection(channel: channel, api: api).run()
      threadEnded(wasConnection: true)
    }
    if !isStarted {
      channel.end()
      threadEnded(wasConnection: true)
    }
  }

  private func threadEnded(wasConnection: Bool) {
    let isLast = state.withLock { state in
      state.threads -= 1
      if wasConnection { state.connections -= 1 }
      return state.isStopping && state.threads == 0
    }
    if isLast { close(donePipe.write) }
  }

  private static let busy = Array(
    "HTTP/1.1 503 Service Unavailable\r\nContent-Length: 0\r\nConnection: close\r\n\r\n".utf8)
}
