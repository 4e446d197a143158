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
    notify(wish.login, wish.following, "pending")
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
    let state = wishes[name]?.last?.following ?? known[name] ?? !wish.following
    if wishes[name] == nil {
      notify(wish.login, succeeded ? wish.following : state, succeeded ? "confirmed" : "reverted")
    }
    startFirst(of: name)
  }

  /// Takes back a wish that was cancelled.
  func cancel(_ key: RequestKey) {
    guard let (name, wish) = first(where: { $0.key == key }) else { return }
    let wasFirst = wishes[name]?.first?.key == key
    remove(key, of: name)
    if wasFirst {
      tasks.removeValue(forKey: name)?.cancel()
      known[name] = known[name] ?? !wish.following
    }
    let state = wishes[name]?.last?.following ?? known[name] ?? !wish.following
    notify(wish.login, state, "reverted")
    if wasFirst { startFirst(of: name) }
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
    let inbox = server.inbox
    tasks[name] = server.environment.start {
      let outcome: Result<JSONValue, ErrorReport>
      do throws(Failure) {
        try await wish.source.setFollowing(wish)
        outcome = .success([
          "login": .string(wish.login), "following": .bool(wish.following),
        ])
      } catch {
        let feature = Feature.follow(login: wish.login)
        outcome = .failure(ErrorReport(error, during: feature, of: wish.source.descriptor))
      }
      inbox.post(.followed(wish.key, outcome))
    }
  }

  private func notify(_ login: String, _ following: Bool, _ state: String) {
    var params = JSONObject()
    params["login"] = .string(login)
    params["following"] = .bool(following)
    params["state"] = .string(state)
    server.notify("user/followChanged", params)
  }
}

extension Source {
  /// Repeats once after a lost answer, which is safe: both requests are idempotent.
  fileprivate func setFollowing(_ wish: FollowQueue.Wish) async throws(Failure) {
    for attempt in 1...2 {
      do throws(SourceError) {
        return try await setFollowing(wish.login, to: wish.following, timeout: wish.timeout)
      } catch {
        guard attempt == 1, error.isLostAnswer, !Task.isCancelled else {
          throw Failure(error, attempts: attempt)
        }
      }
    }
  }
}

extension SourceError {
  /// Whether the request may have been carried out although no answer came.
  fileprivate var isLostAnswer: Bool {
    switch cause {
    case .offline(.lost), .timeout: true
    case .offline, .tls, .rateLimited, .unauthorized, .forbidden, .notFound, .invalidQuery,
      .serverError, .badResponse, .cancelled, .notSupported, .misconfigured:
      false
    }
  }
}
