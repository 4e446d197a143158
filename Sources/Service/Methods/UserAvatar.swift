import Explorer
import JSON

/// `user/avatar`: the path of a file that holds the picture of an account.
enum UserAvatar {
  static let method = "user/avatar"

  static func handle(
    _ server: Server, _ params: Params
  ) throws(InvalidParams) -> HandlerOutcome {
    guard let source = server.sources.first else {
      return .fails(.unknownSource("default"))
    }
    let size = try params.optionalInt("size", in: Avatar.sizes)
    let url = try params.optionalString("url")
    let login = if let url { url } else { try params.login(of: source) }
    let avatar = Avatar(of: url.map { .url($0) } ?? .login(login), size: size)
    return .later(.profile(login: login)) { key in
      let task = server.context.ask(
        source, during: .profile(login: login), server.settings.search.retryPolicy
      ) { timeout throws(SourceError) in
        try await source.avatar(avatar, timeout: timeout)
      } then: { outcome in
        // A picture that does not come is nobody's alarm.
        .finished(key, Completion(outcome: outcome.map { ["path": .string($0)] }))
      }
      return { task.cancel() }
    }
  }
}
