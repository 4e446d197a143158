import Sandbox
import System

/// `gitexplorer sandbox`: the made-up GitHub alone, until it is told to end.
enum SandboxCommand {
  static var faultHelp: String { Faults.help }

  static func run(_ options: Options, _ signals: Signals) async throws(CommandError) -> Int32 {
    let ends = AsyncStream.makeStream(of: Void.self)
    signals.handle { ends.continuation.yield() }
    let sandbox = try Wiring.startSandbox(options)
    Terminal.standardOutput.write(
      """
      \(sandbox.url)
      The sandbox answers there. Try: GITHUB_TOKEN=any \
      curl '\(sandbox.url)/search/users?q=octo', or the setting github.baseUrl.
      Ctrl-C ends it.

      """)
    for await _ in ends.stream { break }
    sandbox.stop()
    return 0
  }
}
