import Synchronization
import System

/// Accepts connections on 127.0.0.1 and gives each a thread, until it is stopped.
final class Listener: Sendable {
  /// How many connections are served at once; more are turned away with 503.
  static let maximumConnections = 256
  private static let stackBytes = 512 << 10

  private struct State {
    /// The accepting thread and those of the connections.
    var threads = 0
    var connections = 0
    var isStopping = false
  }

  let port: UInt16
  private let socket: Descriptor
  /// Closing the writer tells all threads to end.
  private let stopPipe: (reader: Descriptor, writer: Descriptor)
  /// The last thread to end after a stop closes the writer.
  private let donePipe: (reader: Descriptor, writer: Descriptor)
  private let state = Mutex(State())

  /// Begins to listen; connections wait until `start`.
  init(port wanted: UInt16) throws(SandboxError) {
    do throws(SystemError) {
      (stopPipe, donePipe) = (try Descriptor.pipe(), try Descriptor.pipe())
      (socket, port) = try Descriptor.listeningOnLoopback(port: wanted)
    } catch .addressInUse {
      throw .portTaken(wanted)
    } catch {
      throw .cannotListen(port: wanted, code: error.code)
    }
  }

  /// Serves connections with `api` from now on.
  ///
  /// - Throws: where there is no thread to accept them.
  func start(_ api: API) throws(SandboxError) {
    state.withLock { $0.threads += 1 }
    do throws(SystemError) {
      try startThread(stackBytes: Self.stackBytes) { [self] in
        accept(api)
        threadEnded(wasConnection: false)
      }
    } catch {
      threadEnded(wasConnection: false)
      throw .cannotListen(port: port, code: error.code)
    }
  }

  /// Ends all connections and threads, and returns when they have ended.
  ///
  /// To be called once.
  func stop() {
    let isBusy = state.withLock { state in
      state.isStopping = true
      return state.threads > 0
    }
    stopPipe.writer.close()
    if isBusy {
      donePipe.reader.wait(for: .readable)
    } else {
      donePipe.writer.close()
    }
    donePipe.reader.close()
    stopPipe.reader.close()
    socket.close()
  }

  private func accept(_ api: API) {
    let channel = Channel(socket: socket, stop: stopPipe.reader)
    while true {
      guard channel.wait(for: .readable, timeout: nil) != .stopped else { return }
      do throws(SystemError) {
        serve(Channel(socket: try socket.accept(), stop: stopPipe.reader), api)
      } catch .wouldBlock, .connectionAborted {
        continue
      } catch {
        // Out of descriptors, perhaps: the connection stays readable, so do not spin on it.
        let pause = stopPipe.reader.wait(for: .readable, timeout: .milliseconds(100))
        guard pause.isEmpty else { return }
      }
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
    do throws(SystemError) {
      try startThread(stackBytes: Self.stackBytes) { [self] in
        Connection(channel: channel, api: api).run()
        threadEnded(wasConnection: true)
      }
    } catch {
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
    if isLast { donePipe.writer.close() }
  }

  private static let busy = Array(
    "HTTP/1.1 503 Service Unavailable\r\nContent-Length: 0\r\nConnection: close\r\n\r\n".utf8)
}
