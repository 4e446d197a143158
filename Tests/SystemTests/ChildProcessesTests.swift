import Synchronization
import System
import TestKit
import Testing

@Suite("Child processes", .timeLimit(.minutes(1)))
struct ChildProcessesTests {
  private struct Outcome: Equatable {
    var end: ChildResult.End
    var output: String
    var complaint = ""
  }

  private func run(_ command: ChildCommand) -> Outcome {
    var output: [UInt8] = []
    let result = ChildProcesses().runBlocking(command) { chunk in
      output.append(contentsOf: chunk)
      return true
    }
    return Outcome(
      end: result.end, output: String(decoding: output, as: UTF8.self),
      complaint: String(decoding: result.complaint, as: UTF8.self))
  }

  private func script(
    _ text: String, environment: [String: String] = [:], folder: String? = nil,
    timeLimit: Duration = .seconds(30), outputLimit: Int = 64 << 10
  ) -> ChildCommand {
    ChildCommand(
      ["/bin/sh", "-c", text], environment: environment, folder: folder, timeLimit: timeLimit,
      outputLimit: outputLimit)
  }

  private let done = ChildResult.End.exited(status: 0)

  @Test func `what a command prints and what it complains of are told apart`() {
    #expect(
      run(script("echo out; echo err >&2"))
        == Outcome(end: done, output: "out\n", complaint: "err\n"))
  }

  @Test func `its words are taken as they are, by no shell`() {
    let command = ChildCommand(
      ["printf", "%s", "a b;c $HOME"], timeLimit: .seconds(30), outputLimit: 100)
    #expect(run(command).output == "a b;c $HOME")
  }

  @Test func `its status is told, and the signal that ended it`() {
    #expect(run(script("echo out; exit 3")) == Outcome(end: .exited(status: 3), output: "out\n"))
    #expect(run(script("kill -9 $$")).end == .exited(status: 137))
  }

  @Test(arguments: [["no-such-command-here"], ["/no/such"], ["/"], []])
  func `a command that is not there is not found`(_ words: [String]) {
    #expect(
      run(ChildCommand(words, timeLimit: .seconds(1), outputLimit: 1))
        == Outcome(end: .notFound, output: ""))
  }

  @Test func `it runs in its folder, with its variables besides those of this process`() {
    #expect(run(script("pwd", folder: "/usr")).output == "/usr\n")
    #expect(run(script("pwd", folder: "/no/such")).end == .notFound)
    let variables = ["GITEXPLORER_A": "1=2", "HOME": "/elsewhere"]
    let text = run(script("echo $GITEXPLORER_A $HOME ${PATH:+path}", environment: variables)).output
    #expect(text == "1=2 /elsewhere path\n")
  }

  @Test func `it has nothing to read, no other descriptor and fresh signals`() throws {
    #expect(run(script("cat; echo end")).output == "end\n")
    let extra = try Descriptor(opening: "/dev/null", for: .reading)
    defer { extra.close() }
    let path = "/proc/self/fd/\(extra.number)"
    #expect(run(script("[ -e \(path) ] && echo open; echo end")).output == "end\n")
    guard FileStatus(path: "/proc/self/status") != nil else { return }
    // Signals of the C library itself, above the 31 that have names, are its own business.
    let masks = run(script("grep -E 'Sig(Blk|Ign)' /proc/self/status")).output.split(
      separator: "\n")
    #expect(masks.count == 2 && masks.allSatisfy { $0.hasSuffix("0000000") }, "\(masks)")
  }

  @Test func `one that takes too long is killed, with all that it started`() {
    let limit = Duration.milliseconds(50)
    #expect(run(script("sleep 1000 & sleep 1000; echo never", timeLimit: limit)).end == .timedOut)
    #expect(run(script("exec >&- 2>&-; sleep 1000", timeLimit: limit)).end == .timedOut)
  }

  @Test func `one that leaves something behind is not waited for`() {
    #expect(run(script("sleep 3 & echo out")) == Outcome(end: done, output: "out\n"))
  }

  @Test func `all of a long output arrives, up to its limit and not beyond`() {
    let zeros = "head -c 1000000 /dev/zero"
    #expect(run(script(zeros, outputLimit: 1_000_000)).end == done)
    #expect(run(script(zeros, outputLimit: 1_000_000)).output.utf8.count == 1_000_000)
    #expect(run(script(zeros, outputLimit: 999_999)).end == .outputTooLarge)
    #expect(run(script("yes", outputLimit: 1000)).end == .outputTooLarge)
  }

  @Test func `of its complaints the first 4 KiB are kept, and all are read`() {
    let outcome = run(script("head -c 1000000 /dev/zero >&2; echo end"))
    #expect(outcome.output == "end\n")
    #expect(outcome.complaint.utf8.count == 4096)
  }

  @Test func `the output is streamed, and a child that prints faster waits`() async {
    let command = script("yes", outputLimit: .max)
    let taken = Mutex(0)
    let result = await ChildProcesses().run(command) { chunk in
      taken.withLock { taken in
        taken += chunk.count
        return taken < 1 << 20
      }
    }
    #expect(result.end == .cancelled)
    // One chunk beyond what was wanted, at most.
    #expect((1 << 20...(1 << 20) + (64 << 10)).contains(taken.withLock { $0 }))
  }

  @Test func `a task that is cancelled ends its child, with all that it started`() async {
    let children = ChildProcesses()
    let command = script("echo; sleep 1000 & sleep 1000", timeLimit: .seconds(900))
    let (started, hasStarted) = AsyncStream.makeStream(of: Void.self)
    let task = Task {
      await children.run(command) { _ in
        hasStarted.yield()
        return true
      }
    }
    for await _ in started { break }
    task.cancel()
    #expect(await task.value.end == .cancelled)
    #expect(children.count == 0)
  }

  @Test func `a task that was cancelled before starts nothing`() async {
    let task = Task {
      while !Task.isCancelled { await Task.yield() }
      return await ChildProcesses().run(script("echo never")) { _ in true }
    }
    task.cancel()
    #expect(await task.value.end == .cancelled)
  }

  @Test func `at the end all are killed and none is started any more`() async {
    let children = ChildProcesses()
    let (started, hasStarted) = AsyncStream.makeStream(of: Void.self)
    let command = script("echo; sleep 1000 & sleep 1000", timeLimit: .seconds(900))
    let task = Task {
      await children.run(command) { _ in
        hasStarted.yield()
        return true
      }
    }
    for await _ in started { break }
    children.terminateAll()
    #expect(await task.value.end == .terminated)
    #expect(children.runBlocking(script("echo")) { _ in true }.end == .terminated)
  }
}
