import Explorer
import GitHub
import Synchronization

/// A source that holds every question until the test answers it, in any order.
///
/// ```swift
/// source.answer("search octo", .page(Page(items: [.person("octocat")])))
/// ```
package final class StubSource: Source {
  /// What is asked of the source.
  package enum Question: Sendable, Equatable, CustomStringConvertible {
    case search(Query, continuation: String?)
    case part(ProfilePart, login: String, Freshness)
    case more(ProfilePart.Section, login: String, continuation: String, page: Int)
    case isFollowing(String)
    case setFollowing(String, Bool)
    case avatar(Avatar)

    /// `search octo`, `search octo page 2`, `user octocat`, `repos octocat page 2`,
    /// `isFollowing octocat`, `follow octocat`, `unfollow octocat`, `avatar octocat 64`.
    package var description: String {
      switch self {
      case .search(let query, _) where query.page > 1: "search \(query.text) page \(query.page)"
      case .search(let query, _): "search \(query.text)"
      case .part(let part, let login, _): "\(part.name) \(login)"
      case .more(let section, let login, _, let page):
        "\(section.rawValue) \(login) page \(page)"
      case .isFollowing(let login): "isFollowing \(login)"
      case .setFollowing(let login, let following):
        "\(following ? "follow" : "unfollow") \(login)"
      case .avatar(let avatar):
        switch avatar.subject {
        case .login(let name), .url(let name):
          (["avatar", name] + (avatar.size.map { [String($0)] } ?? [])).joined(separator: " ")
        }
      }
    }
  }

  package enum Answer: Sendable {
    case page(Page)
    case part(LoadedPart)
    case following(Bool)
    case path(String)
    case done
    case failure(SourceError)
  }

  /// One question that was asked; its number counts all of a source from 1.
  package struct Call: Sendable {
    package var number: Int
    package var question: Question
    package var timeout: Duration
    package var isCancelled = false
  }

  private struct State {
    var calls: [Call] = []
    var waiting: [Int: CheckedContinuation<Answer, Never>] = [:]
    var memory: [Query: (page: Page, time: Duration)] = [:]
    var nearby: [Item] = []
    var hasCredential = false
  }

  package let descriptor: SourceDescriptor
  /// Whether a cancelled question ends at once, as it should; else it waits for its answer.
  private let heedsCancellation: Bool
  /// Where the age of remembered answers is read; nil remembers nothing.
  private let clock: TestClock?
  private let state = Mutex(State())

  /// - Parameter clock: with one, answers to searches are remembered as GitHub's are.
  package init(
    _ descriptor: SourceDescriptor = .stub, heedsCancellation: Bool = true,
    remembering clock: TestClock? = nil
  ) {
    self.descriptor = descriptor
    self.heedsCancellation = heedsCancellation
    self.clock = clock
  }

  /// Everything that was asked so far, oldest first.
  package var calls: [Call] { state.withLock(\.calls) }

  /// What waits for an answer, oldest first.
  package var open: [Call] {
    state.withLock { state in state.calls.filter { state.waiting[$0.number] != nil } }
  }

  /// What waits for an answer, in words, oldest first.
  package var openQuestions: [String] { open.map(\.question.description) }

  /// Answers the oldest open question of that description; false where there is none.
  @discardableResult
  package func answer(_ question: String, _ answer: Answer) -> Bool {
    guard let call = open.first(where: { $0.question.description == question }) else {
      return false
    }
    return self.answer(call.number, answer)
  }

  /// Answers the question of that number; false where it does not wait any more.
  @discardableResult
  package func answer(_ number: Int, _ answer: Answer) -> Bool {
    let continuation = state.withLock { $0.waiting.removeValue(forKey: number) }
    continuation?.resume(returning: answer)
    return continuation != nil
  }

  // MARK: Source

  package var isRemembering: Bool { clock != nil }

  package func remembered(_ query: Query) -> Remembered? {
    guard let clock else { return nil }
    return state.withLock { state in
      state.memory[query].map { Remembered(page: $0.page, age: clock.now - $0.time) }
    }
  }

  /// Whom the source knows without being asked: those whose label begins with the query.
  package var nearby: [Item] {
    get { state.withLock(\.nearby) }
    set { state.withLock { $0.nearby = newValue } }
  }

  /// Whether it is asked on somebody's behalf.
  package var isAuthenticated: Bool {
    get { state.withLock(\.hasCredential) }
    set { state.withLock { $0.hasCredential = newValue } }
  }

  package func hasCredential() async -> Bool { isAuthenticated }

  package func nearby(_ query: Query) -> [Item] {
    nearby.filter { $0.label.lowercased().hasPrefix(query.text.lowercased()) }
  }

  package func search(
    _ query: Query, continuing continuation: String?, timeout: Duration
  ) async throws(SourceError) -> Page {
    let answer = await ask(.search(query, continuation: continuation), timeout)
    guard case .page(let page) = answer else { throw answer.error }
    if let clock { state.withLock { $0.memory[query] = (page: page, time: clock.now) } }
    return page
  }

  package func load(
    _ part: ProfilePart, of login: String, freshness: Freshness, timeout: Duration
  ) async throws(SourceError) -> LoadedPart {
    try await loaded(.part(part, login: login, freshness), timeout)
  }

  package func loadMore(
    _ section: ProfilePart.Section, of login: String, continuing continuation: String, page: Int,
    timeout: Duration
  ) async throws(SourceError) -> LoadedPart {
    try await loaded(
      .more(section, login: login, continuation: continuation, page: page), timeout)
  }

  package func avatar(_ avatar: Avatar, timeout: Duration) async throws(SourceError) -> String {
    let answer = await ask(.avatar(avatar), timeout)
    guard case .path(let path) = answer else { throw answer.error }
    return path
  }

  package func isFollowing(_ login: String, timeout: Duration) async throws(SourceError) -> Bool {
    let answer = await ask(.isFollowing(login), timeout)
    guard case .following(let isFollowed) = answer else { throw answer.error }
    return isFollowed
  }

  package func setFollowing(
    _ login: String, to following: Bool, timeout: Duration
  ) async throws(SourceError) {
    let answer = await ask(.setFollowing(login, following), timeout)
    guard case .done = answer else { throw answer.error }
  }

  private func loaded(
    _ question: Question, _ timeout: Duration
  ) async throws(SourceError) -> LoadedPart {
    switch await ask(question, timeout) {
    case .part(let part): return part
    case .page(let page): return LoadedPart(page: page, origin: .network)
    case let other: throw other.error
    }
  }

  private func ask(_ question: Question, _ timeout: Duration) async -> Answer {
    let number = state.withLock { state in
      let number = state.calls.count + 1
      state.calls.append(Call(number: number, question: question, timeout: timeout))
      return number
    }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isCancelled = state.withLock { state in
          let isOver = state.calls[number - 1].isCancelled && heedsCancellation
          if !isOver { state.waiting[number] = continuation }
          return isOver
        }
        if isCancelled { continuation.resume(returning: .failure(SourceError(.cancelled))) }
      }
    } onCancel: {
      state.withLock { $0.calls[number - 1].isCancelled = true }
      if heedsCancellation { answer(number, .failure(SourceError(.cancelled))) }
    }
  }
}

extension StubSource.Answer {
  /// The error, or that the answer does not fit the question.
  fileprivate var error: SourceError {
    guard case .failure(let error) = self else {
      return SourceError(.badResponse(.malformed(reason: "the test answers another question")))
    }
    return error
  }
}

extension SourceDescriptor {
  /// Stands for GitHub.
  package static let stub = SourceDescriptor(
    id: "github", name: "GitHub", host: "github.com", webURL: "https://github.com",
    features: [.search, .loadMore, .profile, .follow], account: .gitHub,
    addressHint: "Check github.baseUrl.",
    sortKeys: ["followers", "repositories", "joined"])
}

extension Item {
  /// A person with that login.
  package static func person(_ login: String, detail: String? = nil) -> Item {
    Item(id: "github.com:\(login)", kind: .user, label: login, detail: detail)
  }
}

extension Page {
  /// A page of people with those logins.
  package static func people(
    _ logins: String..., number: Int = 1, next: String? = nil
  ) -> Page {
    Page(items: logins.map { .person($0) }, number: number, next: next)
  }
}
