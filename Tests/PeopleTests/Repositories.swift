import Synchronization
import System
import Testing

@testable import People

/// A repository made by the real git in a folder of its own.
final class Repository {
  let folder: String
  private let children = ChildProcesses()

  init(_ arguments: String...) throws {
    let output = Mutex<[UInt8]>([])
    _ = children.runBlocking(
      ChildCommand(["mktemp", "-d"], timeLimit: .seconds(10), outputLimit: 4096)
    ) { bytes in
      output.withLock { $0 += Array(bytes) }
      return true
    }
    folder = String(
      decoding: output.withLock { $0.prefix { $0 != UInt8(ascii: "\n") } }, as: UTF8.self)
    try git(["init", "--quiet", "--initial-branch=main"] + arguments + [folder])
  }

  deinit {
    _ = children.runBlocking(
      ChildCommand(["rm", "-rf", folder], timeLimit: .seconds(30), outputLimit: 4096)
    ) { _ in true }
  }

  /// Runs git as the test's own user would.
  func git(_ arguments: [String], in folder: String? = nil) throws {
    try run(["git", "-C", folder ?? "/"] + arguments)
  }

  func commit(_ name: String, _ mail: String, _ message: String = "Change something") throws {
    try git(
      [
        "-c", "user.name=\(name)", "-c", "user.email=\(mail)", "-c", "commit.gpgSign=false",
        "commit", "--quiet", "--allow-empty", "-m", message,
      ], in: folder)
  }

  /// Runs a script of the shell in the folder.
  func shell(_ script: String) throws { try run(["sh", "-ec", "cd \"$0\"; \(script)", folder]) }

  private func run(_ arguments: [String]) throws {
    let result = children.runBlocking(
      ChildCommand(
        arguments,
        environment: ["GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CONFIG_SYSTEM": "/dev/null"],
        timeLimit: .seconds(60), outputLimit: 1 << 20)
    ) { _ in true }
    try #require(
      result.end == .exited(status: 0),
      "\(arguments): \(String(decoding: result.complaint, as: UTF8.self))")
  }

  /// The people that are read of it, or of another folder, and the lines that complain.
  func people(
    in other: String? = nil, maximumCommits: Int = 50_000, searchPath: String? = nil
  ) async throws -> (people: [Person], complaints: [String]) {
    let complaints = Mutex<[String]>([])
    let repository = try reading(
      in: other, maximumCommits: maximumCommits, searchPath: searchPath
    ) { line in complaints.withLock { $0.append(line) } }
    await repository.wholeHistory()
    return (repository.directory.people, complaints.withLock { $0 })
  }

  func reading(
    in other: String? = nil, maximumCommits: Int = 50_000, searchPath: String? = nil,
    report: @escaping @Sendable (String) -> Void
  ) throws -> RepositoryPeople {
    let clock = MonotonicClock()
    return RepositoryPeople(
      try #require(WorkspaceFolder(other ?? folder)), maximumCommits: maximumCommits,
      hosts: AccountHosts(["github.com"]),
      RepositoryPeople.Dependencies(
        children: children,
        variable: { $0 == "PATH" ? searchPath ?? environmentVariable("PATH") : nil },
        isExecutable: { PathStatus($0) == .file(isReadable: true) }, now: clock.now,
        sleep: clock.sleep, wallClock: WallClock.seconds, report: report))
  }

  /// Ends every program that was started.
  func endChildren() { children.terminateAll() }
}
