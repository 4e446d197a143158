import Explorer
import Synchronization
import System

/// The people of one repository's history, read in the background and again when `HEAD` moves.
package final class RepositoryPeople: Sendable {
  /// What it needs from outside.
  package struct Dependencies: Sendable {
    package var children: ChildProcesses
    package var variable: @Sendable (String) -> String?
    package var isExecutable: @Sendable (String) -> Bool
    package var now: @Sendable () -> Duration
    package var sleep: @Sendable (_ until: Duration) async -> Void
    /// Seconds since 1970.
    package var wallClock: @Sendable () -> Int64
    /// Takes the one line that says why a history cannot be read.
    package var report: @Sendable (String) -> Void

    package init(
      children: ChildProcesses, variable: @escaping @Sendable (String) -> String?,
      isExecutable: @escaping @Sendable (String) -> Bool, now: @escaping @Sendable () -> Duration,
      sleep: @escaping @Sendable (_ until: Duration) async -> Void,
      wallClock: @escaping @Sendable () -> Int64, report: @escaping @Sendable (String) -> Void
    ) {
      (self.children, self.variable, self.isExecutable) = (children, variable, isExecutable)
      (self.now, self.sleep, self.wallClock, self.report) = (now, sleep, wallClock, report)
    }
  }

  private struct State {
    var directory = PeopleDirectory.empty
    /// What the directory was read of.
    var read: RepositoryReader.State?
    var reading: Task<Void, Never>?
    /// When the repository was last looked at.
    var lookedAt: Duration?
    var hasRead = false
    /// Why the history could not be read, the first time.
    var complaint: String?
    var watchers: [Int: AsyncStream<Void>.Continuation] = [:]
    var watcherCount = 0
  }

  /// How often the repository is looked at, at most.
  private static let lookInterval: Duration = .seconds(5)
  /// A directory is published after so many commits, and each time that there are four times as many.
  private static let firstPart = 2000

  private let workspace: WorkspaceFolder
  private let maximumCommits: Int
  private let hosts: AccountHosts
  private let dependencies: Dependencies
  private let state = Mutex(State())

  package init(
    _ workspace: WorkspaceFolder, maximumCommits: Int, hosts: AccountHosts,
    _ dependencies: Dependencies
  ) {
    (self.workspace, self.maximumCommits) = (workspace, maximumCommits)
    (self.hosts, self.dependencies) = (hosts, dependencies)
  }

  deinit { state.withLock { $0.reading?.cancel() } }

  /// The people as far as they are known; never waits.
  package var directory: PeopleDirectory { state.withLock { $0.directory } }

  /// Why the history cannot be read; nil where nothing has gone wrong.
  package var complaint: String? { state.withLock { $0.complaint } }

  /// Starts to look whether there is something to be read, unless that was done a moment ago.
  package func refresh() {
    let now = dependencies.now()
    state.withLock { state in
      let isDue = state.lookedAt.map { now - $0 >= Self.lookInterval } ?? true
      guard state.reading == nil, isDue else { return }
      state.lookedAt = now
      state.reading = Task(executorPreference: ThreadPool.shared) { [weak self] in
        await self?.read()
      }
    }
  }

  /// Waits until all of the history has been read, no longer than the task lives.
  package func wholeHistory() async {
    refresh()
    await wait { $0.reading == nil }
  }

  /// Waits until a part of the history has been read, or the time is over.
  package func firstPart(atMost limit: Duration) async {
    guard !state.withLock({ $0.hasRead }) else { return }
    let (sleep, deadline) = (dependencies.sleep, dependencies.now() + limit)
    await withTaskGroup(of: Void.self) { group in
      group.addTask { await self.wait { $0.hasRead } }
      group.addTask { await sleep(deadline) }
      await group.next()
      group.cancelAll()
    }
  }

  /// The repository on a host that this one was cloned from, as its remotes say; nil where none does.
  package func remote() async -> RemoteRepository? {
    guard let git = program else { return nil }
    return await reader(git).remote()
  }

  /// Calls `changed` whenever more is known, until the task is cancelled.
  package func watch(_ changed: @escaping @Sendable () -> Void) async {
    let (stream, number) = newWatcher()
    for await _ in stream { changed() }
    state.withLock { _ = $0.watchers.removeValue(forKey: number) }
  }

  private func wait(until isReached: (State) -> Bool) async {
    let (stream, number) = newWatcher()
    var changes = stream.makeAsyncIterator()
    while !state.withLock({ isReached($0) }), await changes.next() != nil {}
    state.withLock { _ = $0.watchers.removeValue(forKey: number) }
  }

  private func newWatcher() -> (AsyncStream<Void>, Int) {
    let (stream, continuation) = AsyncStream.makeStream(
      of: Void.self, bufferingPolicy: .bufferingNewest(1))
    return state.withLock { state in
      state.watcherCount += 1
      state.watchers[state.watcherCount] = continuation
      return (stream, state.watcherCount)
    }
  }

  // MARK: reading

  private func read() async {
    defer { finish() }
    guard let git = program else { return complain("git is not installed") }
    let reader = reader(git)
    do throws(RepositoryReader.Failure) {
      let found = try await reader.state()
      guard found != state.withLock({ $0.read }) else { return }
      let builder = Mutex(DirectoryBuilder(now: dependencies.wallClock(), hosts: hosts))
      let nextPart = Mutex(Self.firstPart)
      try await reader.log(found, maximumCommits: maximumCommits) { [weak self] commit in
        let part = builder.withLock { builder in
          builder.add(commit)
          return nextPart.withLock { next -> [Person]? in
            guard builder.commitCount == next else { return nil }
            next *= 4
            return builder.people
          }
        }
        if let part { self?.publishPart(part) }
      }
      publish(PeopleDirectory(builder.withLock { $0.people }), of: found)
    } catch .refused(let reason) {
      complain(reason)
    } catch {}
  }

  private func reader(_ git: String) -> RepositoryReader {
    RepositoryReader(
      git: GitCommand(program: git, folder: workspace.path), children: dependencies.children)
  }

  private var program: String? {
    GitProgram.find(
      in: dependencies.variable("PATH"), outside: workspace.path,
      isExecutable: dependencies.isExecutable)
  }

  /// The first reading shows what it has got so far; later ones leave what there is until they end.
  private func publishPart(_ people: [Person]) {
    guard state.withLock({ $0.read == nil }) else { return }
    publish(PeopleDirectory(people), of: nil)
  }

  private func publish(_ directory: PeopleDirectory, of read: RepositoryReader.State?) {
    let watchers = state.withLock { state in
      state.directory = directory
      state.read = read
      state.hasRead = true
      return Array(state.watchers.values)
    }
    for watcher in watchers { watcher.yield() }
  }

  private func finish() {
    let watchers = state.withLock { state in
      state.reading = nil
      state.hasRead = true
      return Array(state.watchers.values)
    }
    for watcher in watchers { watcher.yield() }
  }

  private func complain(_ reason: String) {
    let line = "The history of \(workspace.path) cannot be read: \(reason)."
    let isFirst = state.withLock { state in
      defer { state.complaint = state.complaint ?? line }
      return state.complaint == nil
    }
    if isFirst { dependencies.report(line) }
  }
}
