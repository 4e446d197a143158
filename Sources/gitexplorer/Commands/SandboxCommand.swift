import Sandbox
import System

/// `gitexplorer sandbox`: the made-up GitHub alone, until it is told to end.
enum SandboxCommand {
  static func run(_ options: Options, _ signals: Signals) async throws(CommandError) -> ExitStatus {
    let ends = AsyncStream.makeStream(of: Void.self)
    signals.handle { ends.continuation.yield() }
    let sandbox = try options.startSandbox()
    try Terminal.standardOutput.print(
      """
      \(sandbox.url)
      The sandbox answers there. Try: GITHUB_TOKEN=any \
      curl '\(sandbox.url)/search/users?q=octo', or the setting github.baseUrl.
      Ctrl-C ends it.

      """)
    for await _ in ends.stream { break }
    sandbox.stop()
    return .success
  }
}
