import Synchronization

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// An HTTP/1.1 server on a free port of 127.0.0.1 that says whatever a test wants it to say.
///
/// The handler runs on the thread of the connection, once for each request, and writes raw bytes; it
/// may block, hang up or never answer. When it returns, the next request of the connection is read.
///
/// ```swift
/// let server = try LoopbackServer { request, connection in
///   connection.respond(status: 200, body: "you asked for \(request.target)")
/// }
/// defer { server.stop() }
/// ```
package final class LoopbackServer: Sendable {
  package typealias Handler = @Sendable (ServedRequest, ServedConnection) -> Void

  /// The server cannot be set up; the number is `errno`.
  package struct CannotListen: Error { package var code: Int32 }

  package let port: Int

  private struct State {
    var isStopped = false
    var connections: [ServedConnection] = []
    var connectionCount = 0
    var requests: [ServedRequest] = []
  }

  /// Comes to its end when the thread that accepts does.
  private let acceptanceEnd: Int32
  private let serve: @Sendable (ServedConnection, LoopbackServer?) -> Void
  private let state = Mutex(State())

  /// Listens at once; the handler is called from other threads, several at a time.
  package convenience init(_ handler: @escaping Handler) throws(CannotListen) {
    try self.init(serving: { connection, server in
      while let request = connection.nextRequest() {
        server?.note(request)
        handler(request, connection)
      }
    })
  }

  /// Calls the handler once for each connection, before anything is read; for what is no HTTP.
  package convenience init(
    onConnection handler: @escaping @Sendable (ServedConnection) -> Void
  ) throws(CannotListen) {
    try self.init(serving: { connection, _ in handler(connection) })
  }

  private init(
    serving serve: @escaping @Sendable (ServedConnection, LoopbackServer?) -> Void
  ) throws(CannotListen) {
    let (listener, port) = try listenOnLoopback()
    let ends = try endOfThread()
    self.port = port
    self.serve = serve
    acceptanceEnd = ends.reader
    startThread { [weak self] in
      while let descriptor = accepted(by: listener) {
        guard let self, self.admit(descriptor) else {
          close(descriptor)
          break
        }
      }
      close(listener)
      close(ends.writer)
    }
  }

  deinit {
    hangUp()
    close(acceptanceEnd)
  }

  /// `http://127.0.0.1:` and the port.
  package var origin: String { "http://127.0.0.1:\(port)" }

  /// How many connections were accepted so far.
  package var connectionCount: Int { state.withLock { $0.connectionCount } }

  /// The requests that were read so far, in the order in which they were whole.
  package var requests: [ServedRequest] { state.withLock { $0.requests } }

  /// Hangs up on everyone and wakes the handlers that wait; from then on connections are refused.
  package func stop() {
    hangUp()
    waitForEnd(of: acceptanceEnd)
  }

  private func hangUp() {
    let connections = state.withLock { state -> [ServedConnection]? in
      if state.isStopped { return nil }
      state.isStopped = true
      defer { state.connections = [] }
      return state.connections
    }
    guard let connections else { return }
    for connection in connections { connection.hangUp() }
    // A connection from here wakes the thread that accepts, on every system.
    poke(port)
  }

  /// Serves a new connection on a thread of its own; false once the server has stopped.
  private func admit(_ descriptor: Int32) -> Bool {
    let connection = state.withLock { state -> ServedConnection? in
      if state.isStopped { return nil }
      let connection = ServedConnection(descriptor, number: state.connectionCount)
      state.connections.append(connection)
      state.connectionCount += 1
      return connection
    }
    guard let connection else { return false }
    startThread { [serve, weak self] in
      serve(connection, self)
      connection.hangUp()
      self?.forget(connection)
    }
    return true
  }

  private func note(_ request: ServedRequest) { state.withLock { $0.requests.append(request) } }

  private func forget(_ connection: ServedConnection) {
    state.withLock { state in state.connections.removeAll { $0 === connection } }
  }
}
