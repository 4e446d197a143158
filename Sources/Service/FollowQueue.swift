import Explorer
import JSON
import Wire

/// Following and unfollowing: for one login one after another, so that the last asked holds.
final class FollowQueue {
  struct Wish {
    let key: RequestKey
    let login: String
    let following: Bool
    let source: any Source
    let timeout: Duration
  }

  private var wishes: [String: [Wish]] = [:]
  private var tasks: [String: Task<Void, Never>] = [:]
  /// What GitHub said last, by login in lower case.
  private var known: [String: Bool] = [:]
  /// The serial of the newest wish, by login in lower case.
  private var newest: [String: Int] = [:]
  private let server: ServerContext

  init(server: ServerContext) { self.server = server }

  /// Shows the wish at once and carries it out when those before it have ended.
  func add(_ wish: Wish) {
    notify(wish.login, wish.following, .pending)
    let name = wish.login.lowercased()
    forgetIfMany()
    newest[name] = wish.key.serial
    wishes[name, default: []].append(wish)
    if wishes[name]?.count == 1 { startFirst(of: name) }
  }

  /// Takes what a request said that was sent as number `serial`; a wish since then knows better.
  func learn(_ login: String, isFollowed: Bool, asOf serial: Int) {
    forgetIfMany()
    let name = login.lowercased()
    if serial > newest[name] ?? 0 { known[name] = isFollowed }
  }

  /// Whether a login is followed, as far as that is known; a wish counts as carried out.
  func state(of login: String) -> Bool? {
    let name = login.lowercased()
    return wishes[name]?.last?.following ?? known[name]
  }

  private func forgetIfMany() {
    guard wishes.isEmpty, known.count + newest.count > 10_000 else { return }
    known = [:]
    newest = [:]
  }

  /// Takes the end of the wish that was being carried out.
  func finished(_ key: RequestKey, succeeded: Bool) {
    guard let (name, wish) = first(where: { $0.key == key }) else { return }
    tasks[name] = nil
    if succeeded { known[name] = wish.following }
    remove(key, of: name)
    notify(wish.login, shown(after: wish, name), succeeded ? .confirmed : .reverted)
    startFirst(of: name)
  }

  /// Takes back a wish that was cancelled.
  func cancel(_ key: RequestKey) {
    guard let (name, wish) = first(where: { $0.key == key }) else { return }
    let wasFirst = wishes[name]?.first?.key == key
    remove(key, of: name)
    if wasFirst { tasks.removeValue(forKey: name)?.cancel() }
    notify(wish.login, shown(after: wish, name), .reverted)
    if wasFirst { startFirst(of: name) }
  }

  /// The state to show now: that of the newest wish, else what GitHub said last.
  private func shown(after wish: Wish, _ name: String) -> Bool {
    wishes[name]?.last?.following ?? known[name] ?? !wish.following
  }

  private func first(where isWanted: (Wish) -> Bool) -> (name: String, wish: Wish)? {
    for (name, list) in wishes {
      if let wish = list.first(where: isWanted) { return (name, wish) }
    }
    return nil
  }

  private func remove(_ key: RequestKey, of name: String) {
    wishes[name]?.removeAll { $0.key == key }
    if wishes[name]?.isEmpty == true { wishes[name] = nil }
  }

  private func startFirst(of name: String) {
    guard let wish = wishes[name]?.first else { return }
    let result: JSONValue = [
      "login": .string(wish.login), "following": .bool(wish.following),
    ]
    tasks[name] = server.ask(
      wish.source, during: .follow(login: wish.login), FollowQueue.policy(wish),
      isWorthwhile: { $0.isLostOrLimited }
    ) { timeout throws(SourceError) in
      try await wish.source.setFollowing(wish.login, to: wish.following, timeout: timeout)
    } then: { outcome in
      .followed(wish.key, outcome.map { result })
    }
  }

  /// One repetition after a lost answer, which is safe: both requests are idempotent.
  private static func policy(_ wish: Wish) -> RetryPolicy {
    RetryPolicy(
      maximumRetries: 1, deadline: wish.timeout * 2 + .seconds(1), requestTimeout: wish.timeout)
  }

  private func notify(_ login: String, _ isFollowed: Bool, _ state: FollowChangedMessage.State) {
    server.send(FollowChangedMessage(login: login, isFollowed: isFollowed, state: state))
  }
}

extension SourceError {
  /// Whether the request may have been carried out although no answer came, or was not looked at.
  fileprivate var isLostOrLimited: Bool {
    switch cause {
    case .offline(.lost), .timeout, .rateLimited: true
    case .offline, .tls, .unauthorized, .forbidden, .notFound, .invalidQuery,
      .serverError, .badResponse, .cancelled, .notSupported, .cannotSort, .misconfigured:
      false
    }
  }
}
