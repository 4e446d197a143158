import Explorer

/// `profile/get`: a whole profile as the answer to a request.
enum ProfileGet {
  static let method = "profile/get"

  static func handle(
    _ server: Server, _ params: Params
  ) throws(InvalidParams) -> HandlerOutcome {
    let name = try params.optionalString("source")
    let sections = try params.sections()
    guard let source = server.source(named: name) else {
      return .fails(.unknownSource(name ?? "default"))
    }
    let login = try params.login(of: source)
    return .later(.profile(login: login)) { key in
      server.profileRequests[key] = ProfileLoader(
        source: source, settings: server.settings.search, server: server.context,
        work: { .profileRequest(key, $0) })
      take(.opened(login: login, sections: sections, isProgressive: false), for: key, in: server)
      return { _ = server.profileRequests.removeValue(forKey: key)?.handle(.closed) }
    }
  }

  /// Takes an event of the profile that a request waits for.
  static func take(_ event: ProfileEvent, for key: RequestKey, in server: Server) {
    guard let loader = server.profileRequests[key] else { return }
    for publication in loader.handle(event) {
      if case .retrying(_, let attempt, _, let error) = publication, case .rateLimited = error.cause
      {
        server.context.raise([loader.report(Failure(error, attempts: attempt))])
      }
      guard case .loaded(let outcome, let origin) = publication else { continue }
      server.profileRequests[key] = nil
      let (profile, error) = loader.result(of: outcome)
      if origin != .cache {
        server.context.ended(with: loader.reports(of: outcome), charging: .core)
      }
      if let profile {
        server.inFlight.finish(key, .success(profile))
      } else if let error {
        server.inFlight.finish(key, .failure(error))
      }
    }
  }
}
