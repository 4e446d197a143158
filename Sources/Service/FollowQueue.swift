import Explorer
import JSON
import Wire

/// Following and unfollowing: for one login one after another, so that the last asked holds.
final class FollowQueue {
  private var requests: [String: [FollowRequest]] = [:]
  private var tasks: [String: Task<Void, Never>] = [:]
  /// What GitHub said last, by login in lower case.
  private var known: [String: Bool] = [:]
  /// The serial of the newest request, by login in lower case.
  private var newest: [String: Int] = [:]
  private let server: ServerContext

  init(server: ServerContext) { self.server = server }

  /// Shows the request at once and carries it out when those before it have ended.
  func add(_ request: FollowRequest) {
    notify(request.login, request.following, .pending)
    let name = request.login.lowercased()
    forgetIfMany()
    newest[name] = request.key.serial
    requests[name, default: []].append(request)
    if requests[name]?.count == 1 { startFirst(of: name) }
  }

  /// Takes what a request said that was sent as number `serial`; a newer request knows better.
  func learn(_ login: String, isFollowed: Bool, asOf serial: Int) {
    forgetIfMany()
    let name = login.lowercased()
    if serial > newest[name] ?? 0 { known[name] = isFollowed }
  }

  /// Whether a login is followed, as far as that is known; a request counts as carried out.
  func state(of login: String) -> Bool? {
    let name = login.lowercased()
    return requests[name]?.last?.following ?? known[name]
  }

  private func forgetIfMany() {
    guard requests.isEmpty, known.count + newest.count > 10_000 else { return }
    known = [:]
    newest = [:]
  }

  /// Takes the end of the request that was being carried out; `error` is nil where that went well.
  func finished(_ key: RequestKey, _ error: ErrorReport?) {
    guard let (name, request) = first(where: { $0.key == key }) else { return }
    tasks[name] = nil
    if error == nil { known[name] = request.following }
    remove(key, of: name)
    notify(request.login, shown(after: request, name), error == nil ? .confirmed : .reverted)
    tell(of: request, error)
    startFirst(of: name)
  }

  /// Shows what came of a request.
  ///
  /// A command that failed is answered with the error, which editors show by themselves.
  private func tell(of request: FollowRequest, _ error: ErrorReport?) {
    guard let error else {
      server.ended(with: [], charging: .core)
      if request.isCommand {
        let text = request.following ? "You follow" : "You no longer follow"
        server.show(Alerts.Message(severity: .info, text: "\(text) \(request.login)."))
      }
      return
    }
    if !request.isCommand { server.ended(with: [error], charging: .core) }
  }

  /// Takes back a request that was cancelled.
  func cancel(_ key: RequestKey) {
    guard let (name, request) = first(where: { $0.key == key }) else { return }
    let wasFirst = requests[name]?.first?.key == key
    remove(key, of: name)
    if wasFirst { tasks.removeValue(forKey: name)?.cancel() }
    notify(request.login, shown(after: request, name), .reverted)
    if wasFirst { startFirst(of: name) }
  }

  /// The state to show now: that of the newest request, else what GitHub said last.
  private func shown(after request: FollowRequest, _ name: String) -> Bool {
    requests[name]?.last?.following ?? known[name] ?? !request.following
  }

  private func first(where isWanted: (FollowRequest) -> Bool) -> (
    name: String, request: FollowRequest
  )? {
    for (name, list) in requests {
      if let request = list.first(where: isWanted) { return (name, request) }
    }
    return nil
  }

  private func remove(_ key: RequestKey, of name: String) {
    requests[name]?.removeAll { $0.key == key }
    if requests[name]?.isEmpty == true { requests[name] = nil }
  }

  private func startFirst(of name: String) {
    guard let request = requests[name]?.first else { return }
    let result: JSONValue = [
      "login": .string(request.login), "following": .bool(request.following),
    ]
    tasks[name] = server.ask(
      request.source, during: .follow(login: request.login), request.policy,
      isWorthwhile: { $0.isLostOrLimited }
    ) { timeout throws(SourceError) in
      try await request.source.setFollowing(request.login, to: request.following, timeout: timeout)
    } then: { outcome in
      .followed(request.key, outcome.map { result })
    }
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
