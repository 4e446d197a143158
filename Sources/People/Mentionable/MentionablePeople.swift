import Explorer
import Synchronization
import System

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
  /// One question at a time: what is asked for one query may answer another.
  private let asking: SharedWork<Void>

  /// - Parameters:
  ///   - sleep: returns at that time, or as soon as the task is cancelled.
  ///   - report: takes what went wrong, the first time.
  package init(
    _ host: any MentionableUsersHost, now: @escaping @Sendable () -> Duration,
    sleep: @escaping @Sendable (_ until: Duration) async -> Void,
    report: @escaping @Sendable (RepositoryName, SourceError) -> Void
  ) {
    (self.host, self.now, self.report) = (host, now, report)
    // An answer is good for other queries too, so that nobody has to wait for it.
    asking = SharedWork { await sleep(now() + Self.longestWait) }
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
    let text = text.lowercased()
    while question(about: text) != nil {
      let isAnswered: Void? = await asking.value {
        guard let name = await self.name(repository), let question = self.question(about: text)
        else { return }
        await self.ask(question, name, timeout)
      }
      guard isAnswered != nil else { return }
    }
  }

  /// What is to be asked now; nil where there is nothing, or nobody to ask.
  private func question(about text: String) -> String? {
    state.withLock { state in
      let now = now()
      if let since = state.since, now - since >= Self.validity { state = State() }
      guard state.heldUntil.map({ $0 <= now }) ?? true, state.repository != .some(nil) else {
        return nil
      }
      return state.question(about: text)
    }
  }

  private func name(_ repository: @Sendable () async -> RepositoryName?) async -> RepositoryName? {
    if let known = state.withLock({ $0.repository }) { return known }
    let name = await repository()
    // Whoever is broken off has not heard that there is none.
    if name != nil || !Task.isCancelled { state.withLock { $0.repository = .some(name) } }
    return name
  }

  private func ask(_ text: String, _ repository: RepositoryName, _ timeout: Duration) async {
    state.withLock { $0.since = $0.since ?? now() }
    do throws(SourceError) {
      let found = try await host.mentionableUsers(
        of: repository, matching: text, timeout: timeout)
      let directory = state.withLock({ $0.directory }).adding(found.items)
      state.withLock { state in
        state.asked[text] = found.next == nil
        state.directory = directory
      }
    } catch  where error.cause == .cancelled && Task.isCancelled {
    } catch {
      let isNews = state.withLock { state in
        state.heldUntil = now() + (error.retryAfter ?? Self.hold)
        defer { state.hasFailed = true }
        return !state.hasFailed
      }
      if isNews { report(repository, error) }
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
