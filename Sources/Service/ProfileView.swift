import Explorer
import JSON
import Wire

/// One profile on screen: asks its core, performs what the core wants done.
///
/// Owned by the server's loop; its tasks come back through the inbox, named by `key`.
final class ProfileView {
  let key: SessionKey
  let source: any Source
  private let loader: ProfileLoader
  private let server: ServerContext
  private(set) var login = ""

  init(_ key: SessionKey, source: any Source, settings: SearchSettings, server: ServerContext) {
    self.key = key
    self.source = source
    self.server = server
    loader = ProfileLoader(
      source: source, settings: settings, server: server, work: { .profile(key, $0) })
  }

  var isBusy: Bool { loader.isBusy }

  func open(_ login: String, sections: [ProfilePart.Section], isProgressive: Bool) {
    self.login = login
    handle(.opened(login: login, sections: sections, isProgressive: isProgressive))
  }

  func handle(_ event: ProfileEvent) {
    for publication in loader.handle(event) { publish(publication) }
  }

  /// Ends everything that is under way.
  func cancel() { _ = loader.handle(.closed) }

  /// Ends everything; nothing more is pushed, not even from the queue.
  func close() {
    cancel()
    server.outbox.discard(key.subject)
  }

  // MARK: publishing

  private func publish(_ publication: ProfilePublication) {
    switch publication {
    case .loading:
      var params = base
      params["status"] = "loading"
      server.notify("profile/status", params, as: .status(key.subject, topic: "profile"))
    case .retrying(let part, let attempt, let wait, let error):
      var params = base
      params["status"] = "retrying"
      params["section"] = .string(part.name)
      params["attempt"] = attempt > 0 ? JSONValue(attempt) : nil
      params["retryInMilliseconds"] = JSONValue(wait.milliseconds)
      if case .rateLimited = error.cause {
        server.raise([loader.report(Failure(error, attempts: attempt))])
      }
      server.notify("profile/status", params, as: .status(key.subject, topic: part.name))
    case .part(let part, let page, let appends, let failure):
      publish(part, page, appends: appends, failure)
    case .loaded(let outcome, let origin):
      publish(outcome, origin)
    }
  }

  private func publish(
    _ part: ProfilePart, _ page: Page, appends: Bool, _ failure: Failure?
  ) {
    var params = base
    params["section"] = .string(part.name)
    for (name, value) in page.members(server.encoding) { params[name] = value }
    params["append"] = .bool(appends)
    let error = failure.map(loader.report)
    params["error"] = error?.rpc.json
    server.notify("profile/sectionLoaded", params, as: .kept(key.subject))
    if appends { server.ended(with: error.map { [$0] } ?? [], charging: .core) }
  }

  private func publish(_ outcome: ProfileOutcome, _ origin: Origin) {
    var params = base
    let (profile, error) = loader.result(of: outcome)
    switch outcome {
    case .success: params["status"] = "success"
    case .partial: params["status"] = "partial"
    case .failure: params["status"] = "failure"
    }
    params["origin"] = .string(origin.rawValue)
    params["profile"] = profile
    params["error"] = error?.rpc.json
    server.notify("profile/loaded", params, as: .kept(key.subject))
    if origin != .cache { server.ended(with: loader.reports(of: outcome), charging: .core) }
  }

  private var base: JSONObject {
    var params = JSONObject()
    params["profileId"] = .string(key.id)
    params["login"] = .string(login)
    return params
  }
}
