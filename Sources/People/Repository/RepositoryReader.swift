import Synchronization
import System

/// Asks git about one repository; every question is a child process.
struct RepositoryReader: Sendable {
  /// What there is to be read.
  struct State: Sendable, Equatable {
    /// The commit of `HEAD`; nil before the first one.
    var commit: String?
    var mailmap: GitCommand.Mailmap
  }

  /// Why nothing can be read.
  enum Failure: Error, Equatable {
    case cancelled
    /// What git said, or why it did not.
    case refused(String)
  }

  let git: GitCommand
  let children: ChildProcesses

  func state() async throws(Failure) -> State {
    let answer = await ask(git.whereabouts)
    var lines = answer.output.split(separator: "\n", omittingEmptySubsequences: false)[...]
    // Before the first commit git prints the first two and refuses the third.
    guard let bare = lines.popFirst(), bare == "true" || bare == "false" else {
      throw failure(answer.result)
    }
    // Without a working tree there is no way up.
    let up = bare == "true" ? "" : lines.popFirst() ?? ""
    let head = lines.first.map(String.init) ?? ""
    let commit = Self.isCommit(head) ? head : nil
    guard commit != nil else { return State(commit: nil, mailmap: .none) }
    if bare == "true" {
      let size = Int((await ask(git.mailmapSize)).output.prefix { $0 != "\n" }) ?? 0
      return State(commit: commit, mailmap: size <= GitCommand.largestMailmap ? .committed : .none)
    }
    let size = FileStatus(path: "\(git.folder)/\(up).mailmap")?.size ?? 0
    return State(commit: commit, mailmap: size <= GitCommand.largestMailmap ? .file : .none)
  }

  /// Reads the history, and hands out its commits on a thread of its own, the newest first.
  func log(
    _ state: State, maximumCommits: Int, take: @escaping @Sendable (CommitRecord) -> Void
  ) async throws(Failure) {
    guard let commit = state.commit else { return }
    let parser = Mutex(LogParser())
    let command = git.log(
      from: commit, mailmap: state.mailmap, maximumCommits: maximumCommits)
    let result = await children.run(command) { chunk in
      parser.withLock { $0.parse(chunk, take) }
      return true
    }
    guard result.end == .exited(status: 0) else { throw failure(result) }
  }

  /// The repository that `origin` names, else the first remote.
  func remote() async -> RemoteRepository? {
    let names = await ask(git.remotes).output.split(separator: "\n").map(String.init)
    guard let name = names.first(where: { $0 == "origin" }) ?? names.first else { return nil }
    let url = await ask(git.url(ofRemote: name)).output.prefix { $0 != "\n" }
    return RemoteRepository(url: String(url))
  }

  private func ask(_ command: ChildCommand) async -> (output: String, result: ChildResult) {
    let output = Mutex<[UInt8]>([])
    let result = await children.run(command) { chunk in
      output.withLock { $0.append(contentsOf: chunk) }
      return true
    }
    return (output.withLock { String(decoding: $0, as: UTF8.self) }, result)
  }

  private func failure(_ result: ChildResult) -> Failure {
    switch result.end {
    case .cancelled, .terminated: .cancelled
    case .notFound: .refused("git is not installed")
    case .notStarted(let error): .refused(error.description)
    case .timedOut: .refused("git took too long")
    case .outputTooLarge: .refused("git printed too much")
    case .exited:
      .refused(Identity(name: result.complaint.prefix { $0 != 0x0A }, mail: []).name)
    }
  }

  private static func isCommit(_ text: String) -> Bool {
    text.utf8.count >= 40 && text.utf8.allSatisfy { "0123456789abcdef".utf8.contains($0) }
  }
}
