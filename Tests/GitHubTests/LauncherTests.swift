import GitHub
import System
import Testing

@Suite("Launcher", .timeLimit(.minutes(1)))
struct LauncherTests {
  private func shell(_ script: String, limit: Duration = .seconds(30)) -> LaunchOutcome {
    ChildProcesses().run(["/bin/sh", "-c", script], limit: limit)
  }

  @Test func `what a command prints is returned, what it complains of is not`() {
    #expect(shell("echo out; echo err >&2") == .output(Array("out\n".utf8)))
  }

  @Test func `what came of a command is told`() {
    #expect(shell("echo out; exit 3") == .failed(status: 3))
    #expect(shell("sleep 1000", limit: .milliseconds(50)) == .timedOut)
    #expect(shell("while :; do echo 0123456789; done") == .failed(status: 137))
    #expect(ChildProcesses().run(["no-such-command-here"], limit: .seconds(1)) == .notFound)
    let children = ChildProcesses()
    children.terminateAll()
    #expect(children.run(["true"], limit: .seconds(1)) == .terminated)
  }
}
