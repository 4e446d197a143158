import GitHub
import HTTP
import TestKit
import Testing

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

@Suite("Child processes", .timeLimit(.minutes(1)))
struct ChildProcessesTests {
  private func shell(_ script: String, limit: Duration = .seconds(30)) -> LaunchOutcome {
    ChildProcesses().run(["/bin/sh", "-c", script], limit: limit)
  }

  private func text(_ outcome: LaunchOutcome) -> String? {
    guard case .output(let bytes) = outcome else { return nil }
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test func `what a command prints is returned, what it complains of is not`() {
    #expect(text(shell("echo out; echo err >&2")) == "out\n")
    #expect(text(ChildProcesses().run(["printf", "%s", "a b;c"], limit: .seconds(30))) == "a b;c")
  }

  @Test func `its status is told`() {
    #expect(shell("echo out; exit 3") == .failed(status: 3))
    #expect(shell("kill -9 $$") == .failed(status: 137))
  }

  @Test func `a command that is not there is not found`() {
    #expect(ChildProcesses().run(["no-such-command-here"], limit: second) == .notFound)
    #expect(ChildProcesses().run(["/no/such"], limit: second) == .notFound)
    #expect(ChildProcesses().run([], limit: second) == .notFound)
  }

  @Test func `it has nothing to read, no other descriptor and fresh signals`() throws {
    #expect(text(shell("cat; echo end")) == "end\n")
    let extra = dup(2)
    defer { close(extra) }
    #expect(text(shell("[ -e /proc/self/fd/\(extra) ] && echo open; echo end")) == "end\n")
    #if canImport(Glibc)
      // Those of the C library itself, above the 31 that have names, are its own business.
      let masks = try #require(text(shell("grep -E 'Sig(Blk|Ign)' /proc/self/status")))
      let lines = masks.split(separator: "\n")
      #expect(lines.count == 2 && lines.allSatisfy { $0.hasSuffix("0000000") }, "\(masks)")
    #endif
  }

  @Test func `one that takes too long is killed, with all that it started`() {
    let outcome = shell("sleep 1000 & sleep 1000; echo never", limit: .milliseconds(50))
    #expect(outcome == .timedOut)
  }

  @Test func `one that closes its output and stays is not waited for longer`() {
    #expect(shell("exec >&-; sleep 1000", limit: .milliseconds(50)) == .timedOut)
  }

  @Test func `one that leaves something behind is not waited for`() {
    #expect(text(shell("sleep 3 & echo out")) == "out\n")
  }

  @Test func `one that prints without end is killed`() {
    #expect(shell("while :; do echo 0123456789; done") == .failed(status: 137))
  }

  @Test func `at the end all are killed and none is started any more`() async {
    let children = ChildProcesses()
    let ended = Shared<LaunchOutcome?>(nil)
    let latch = Latch()
    _ = startThread {
      ended.set(children.run(["/bin/sh", "-c", "sleep 1000 & sleep 1000"], limit: .seconds(900)))
      latch.open()
    }
    while children.count == 0 { await Task.yield() }
    children.terminateAll()
    await latch.wait()
    #expect(ended.value == .terminated)
    #expect(children.run(["/bin/sh", "-c", "echo"], limit: second) == .terminated)
  }
}
