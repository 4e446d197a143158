import Explorer

/// `user/isFollowing`: whether the token's owner follows that login.
enum UserIsFollowing {
  static let method = "user/isFollowing"

  static func handle(
    _ server: Server, _ params: Params
  ) throws(InvalidParams) -> HandlerOutcome {
    guard let source = server.sources.first else {
      return .fails(.unknownSource("default"))
    }
    let login = try params.login(of: source)
    return .later(.follow(login: login)) { key in
      let task = server.context.ask(
        source, during: .follow(login: login), server.settings.search.retryPolicy
      ) { timeout throws(SourceError) in
        try await source.isFollowing(login, timeout: timeout)
      } then: { outcome in
        var completion = Completion(
          concerning: outcome.map { ["login": .string(login), "following": .bool($0)] },
          charging: .core)
        if case .success(let isFollowed) = outcome { completion.followed = (login, isFollowed) }
        return .finished(key, completion)
      }
      return { task.cancel() }
    }
  }
}
