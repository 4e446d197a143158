import Explorer
import Synchronization

/// Whom one may mention in one repository, as far as its host has been asked.
///
/// The first question is for everybody; where that is more than one answer holds, each query is asked
/// about. What is known is kept for a day, and a host that fails is left alone for a while.
package final class MentionablePeople: Sendable {
  fileprivate struct State {
    var directory = MentionableDirectory.empty
    /// Nil before the remotes were looked at; holds nil where none is on the host.
    var repository: RepositoryName??
    /// What was asked, and whether the answer was whole.
    var asked: [String: Bool] = [:]
    var since: Duration?
    var heldUntil: Duration?
    var hasFailed = false
    var asking: Task<Void, Never>?
  }

  /// How long what is known holds.
  private static let validity: Duration = .seconds(86_400)
  /// How long a host that failed is left alone, where it does not say.
  private static let hold: Duration = .seconds(300)
  /// How long one question may take: a search waits for it.
  private static let longestWait: Duration = .seconds(2)

  private let host: any MentionableUsersHost
  private let now: @Sendable () -> Duration
  private let report: @Sendable (RepositoryName, SourceError) -> Void
  private let state = Mutex(State())

  /// - Parameter report: takes what went wrong, the first time.
  package init(
    _ host: any MentionableUsersHost, now: @escaping @Sendable () -> Duration,
    report: @escaping @Sendable (RepositoryName, SourceError) -> Void
  ) {
    (self.host, self.now, self.report) = (host, now, report)
  }

  /// Those who are known; never waits.
  package var directory: MentionableDirectory { state.withLock { $0.directory } }

  /// Asks whatever is not known yet of those whom the text finds; returns when there is nothing more
  /// to be asked, or that failed.
  ///
  /// - Parameter repository: says which repository it is; asked once a day.
  func look(
    for text: String, in repository: @escaping @Sendable () async -> RepositoryName?,
    timeout: Duration
  ) async {
    // Qualifiers are the search's own.
    guard !text.contains(":") else { return }
    let timeout = min(timeout, Self.longestWait)
    while !Task.isCancelled, let task = next(text.lowercased(), repository, timeout) {
      await task.value
    }
  }

  /// One question at a time: what is asked for one query may answer another.
  private func next(
    _ text: String, _ repository: @escaping @Sendable () async -> RepositoryName?,
    _ timeout: Duration
  ) -> Task<Void, Never>? {
    state.withLock { state in
      if let asking = state.asking { return asking }
      let now = now()
      if let since = state.since, now - since >= Self.validity { state = State() }
      guard state.heldUntil.map({ $0 <= now }) ?? true, state.repository != .some(nil),
        let question = state.question(about: text)
      else { return nil }
      state.since = state.since ?? now
      // Ends by its own time limits.
      let task = Task {
        guard let name = await self.name(repository) else { return }
        await self.ask(question, name, timeout)
      }
      state.asking = task
      return task
    }
  }

  private func name(_ repository: @Sendable () async -> RepositoryName?) async -> RepositoryName? {
    if let known = state.withLock({ $0.repository }) { return known }
    let name = await repository()
    state.withLock { state in
      state.repository = .some(name)
      if name == nil { state.asking = nil }
    }
    return name
  }

  private func ask(_ text: String, _ repository: RepositoryName, _ timeout: Duration) async {
    do throws(SourceError) {
      let found = try await host.mentionableUsers(
        of: repository, matching: text, timeout: timeout)
      let directory = state.withLock({ $0.directory }).adding(found.items)
      state.withLock { state in
        state.asking = nil
        state.asked[text] = found.next == nil
        state.directory = directory
      }
    } catch {
      let isNews = state.withLock { state in
        state.asking = nil
        state.heldUntil = now() + (error.retryAfter ?? Self.hold)
        defer { state.hasFailed = true }
        return !state.hasFailed
      }
      if isNews, error.cause != .cancelled { report(repository, error) }
    }
  }
}

extension MentionablePeople.State {
  /// What is to be asked before it is known whom the text finds; nil where that is known.
  fileprivate func question(about text: String) -> String? {
    guard let everybody = asked[""] else { return "" }
    if everybody || asked[text] != nil { return nil }
    // Whoever a longer text finds is among those whom its start finds.
    let isKnown = text.indices.contains { asked[String(text[..<$0])] == true }
    return isKnown || directory.isFull ? nil : text
  }
}
