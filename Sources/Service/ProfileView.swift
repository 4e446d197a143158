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
      server.send(ProfileStatusMessage(key: key, login: login, state: .loading))
    case .retrying(let part, let attempt, let wait, let error):
      if case .rateLimited = error.cause {
        server.raise([loader.report(Failure(error, attempts: attempt))])
      }
      server.send(
        ProfileStatusMessage(
          key: key, login: login, state: .retrying(part, attempt: attempt, wait: wait)))
    case .part(let part, let page, let appends, let failure):
      let error = failure.map(loader.report)
      server.send(
        ProfileSectionLoadedMessage(
          key: key, login: login, part: part, page: page, appends: appends, error: error))
      if appends { server.ended(with: error.map { [$0] } ?? [], charging: .core) }
    case .loaded(let outcome, let origin): publish(outcome, origin)
    }
  }

  private func publish(_ outcome: ProfileOutcome, _ origin: Origin) {
    let (profile, error) = loader.result(of: outcome)
    let status: ProfileLoadedMessage.Status =
      switch outcome {
      case .success: .success
      case .partial: .partial
      case .failure: .failure
      }
    server.send(
      ProfileLoadedMessage(
        profileID: key.id, login: login, status: status, origin: origin, profile: profile,
        error: error, delivery: .kept(key.subject)))
    if origin != .cache { server.ended(with: loader.reports(of: outcome), charging: .core) }
  }
}
