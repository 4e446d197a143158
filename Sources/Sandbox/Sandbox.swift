import Synchronization

/// One running made-up GitHub, served over HTTP/1.1 on 127.0.0.1.
///
/// It answers until `stop` or until it is released. All that it says follows from the seed, the
/// number of accounts and what it was asked before.
package final class Sandbox: Sendable {
  /// What a sandbox is started with.
  package struct Options: Sendable {
    /// The port to listen on; 0 takes any that is free.
    package var port: UInt16
    /// What everything made up follows from, the draws of the faults too.
    package var seed: UInt64
    /// How many accounts there are, the fixed ones included; at most 100 000.
    package var userCount: Int
    /// What goes wrong from the start.
    package var faults: Faults

    /// The defaults are those of `gitexplorer --sandbox`.
    package init(
      port: UInt16 = 0, seed: UInt64 = 1, userCount: Int = 3_000, faults: Faults = .none
    ) {
      (self.port, self.seed, self.userCount, self.faults) = (port, seed, userCount, faults)
    }
  }

  private let listener: Listener
  private let api: API
  private let isStopped = Atomic(false)

  /// Listens and serves from now on; the accounts are made up at the first request.
  ///
  /// - Throws: `portTaken` where another program listens on the port.
  package init(_ options: Options = Options()) throws(SandboxError) {
    listener = try Listener(port: options.port)
    api = API(options: options, ownURL: "http://127.0.0.1:\(listener.port)")
    try listener.start(api)
  }

  deinit { stop() }

  /// The port it listens on.
  package var port: UInt16 { listener.port }

  /// Its address, as `http://127.0.0.1:PORT`.
  package var url: String { "http://127.0.0.1:\(port)" }

  /// The last requests, oldest first; those to `/_sandbox` are not among them.
  package var requests: [RecordedRequest] { api.log.requests }

  /// Puts other faults in force for the requests that arrive from now on.
  package func setFaults(_ faults: Faults) { api.faults.replace(with: faults) }

  /// Ends all connections, answered or not; returns when all its threads have ended.
  ///
  /// A second call does nothing.
  package func stop() {
    guard !isStopped.exchange(true, ordering: .relaxed) else { return }
    listener.stop()
  }
}
