import Explorer

/// `user/isFollowing`: whether the token's owner follows that login.
enum UserIsFollowing {
  static let method = "user/isFollowing"

  static func handle(
    _ server: Server, _ params: Params, _ call: RequestCall
  ) throws(InvalidParams) {
    guard let source = server.sources.first else {
      return call.reply.send(.unknownSource("default"))
    }
    let login = try params.login(of: source)
    let policy = server.settings.search.retryPolicy
    let (environment, inbox, key) = (server.context.environment, server.context.inbox, call.key)
    let seed = server.context.nextSeed()
    let task = environment.start {
      let feature = Feature.follow(login: login)
      let answer = await environment.attempt(
        policy, seed: seed,
        waiting: { inbox.post(.waiting(ErrorReport($0, during: feature, of: source.descriptor))) }
      ) { timeout in
        do throws(SourceError) {
          return .success(try await source.isFollowing(login, timeout: timeout))
        } catch {
          return .failure(error)
        }
      }
      var completion = Completion(
        concerning: answer.map { ["login": .string(login), "following": .bool($0)] }
          .mapError { ErrorReport($0, during: feature, of: source.descriptor) }, charging: .core)
      if case .success(let isFollowed) = answer { completion.followed = (login, isFollowed) }
      inbox.post(.finished(key, completion))
    }
    server.inFlight.add(key, call.reply, during: .follow(login: login)) { task.cancel() }
  }
}
