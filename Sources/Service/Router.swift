import JSON

/// The messages of the protocol, one line each.
enum Router {
  /// The route of a method; nil where there is none in this session.
  ///
  /// - Parameter language: nil where the client has not said that it speaks LSP.
  static func route(of method: String, for language: LanguageService?) -> Route? {
    if let route = routes[method] { return route }
    return language == nil ? nil : languageRoutes[method]
  }

  static let routes: [String: Route] = [
    // Lifecycle
    Initialize.method: .request(Handler(Initialize.handle)),
    Initialized.method: .notification(Listener(Initialized.handle)),
    Shutdown.method: .request(Handler(Shutdown.handle)),
    Exit.method: .notification(Listener(Exit.handle)),
    CancelRequest.method: .notification(Listener(CancelRequest.handle)),
    SetTrace.method: .notification(Listener(SetTrace.handle)),
    DidChangeConfiguration.method: .notification(Listener(DidChangeConfiguration.handle)),
    // Search
    SearchDidOpen.method: .notification(Listener(brokenStrings: .kept, SearchDidOpen.handle)),
    SearchDidChange.method: .notification(Listener(brokenStrings: .kept, SearchDidChange.handle)),
    SearchDidSubmit.method: .notification(Listener(SearchDidSubmit.handle)),
    SearchLoadMore.method: .notification(Listener(SearchLoadMore.handle)),
    SearchDidClose.method: .notification(Listener(SearchDidClose.handle)),
    SearchQuery.method: .request(Handler(SearchQuery.handle)),
    // Profile
    ProfileDidOpen.method: .notification(Listener(ProfileDidOpen.handle)),
    ProfileRefresh.method: .notification(Listener(ProfileRefresh.handle)),
    ProfileLoadMore.method: .notification(Listener(ProfileLoadMore.handle)),
    ProfileDidClose.method: .notification(Listener(ProfileDidClose.handle)),
    ProfileGet.method: .request(Handler(ProfileGet.handle)),
    PeopleDidUse.method: .notification(Listener(PeopleDidUse.handle)),
    UserAvatar.method: .request(Handler(UserAvatar.handle)),
    TextContext.method: .request(Handler(TextContext.handle)),
    // Following
    UserIsFollowing.method: .request(Handler(UserIsFollowing.handle)),
    UserFollow.method: .request(Handler(UserFollow.handle)),
    UserUnfollow.method: .request(Handler(UserUnfollow.handle)),
  ]

  /// Those of the face for LSP clients.
  static let languageRoutes: [String: Route] = [
    DidChangeWorkspaceFolders.method: .notification(Listener(DidChangeWorkspaceFolders.handle)),
    TextDocumentDidOpen.method: .notification(Listener(TextDocumentDidOpen.handle)),
    TextDocumentDidChange.method: .notification(Listener(TextDocumentDidChange.handle)),
    TextDocumentDidSave.method: .notification(Listener(TextDocumentDidSave.handle)),
    TextDocumentDidClose.method: .notification(Listener(TextDocumentDidClose.handle)),
    TextDocumentCompletion.method: .request(Handler(TextDocumentCompletion.handle)),
    CompletionItemResolve.method: .request(Handler(CompletionItemResolve.handle)),
    TextDocumentHover.method: .request(Handler(TextDocumentHover.handle)),
    TextDocumentDocumentLink.method: .request(Handler(TextDocumentDocumentLink.handle)),
    TextDocumentCodeAction.method: .request(Handler(TextDocumentCodeAction.handle)),
    CodeActionResolve.method: .request(Handler(CodeActionResolve.handle)),
    WorkspaceExecuteCommand.method: .request(Handler(WorkspaceExecuteCommand.handle)),
  ]
}

/// How a method is served.
enum Route: Sendable {
  case request(Handler)
  case notification(Listener)
}

struct Handler: Sendable {
  typealias Run = @Sendable (Server, Params) throws(InvalidParams) -> HandlerOutcome
  let run: Run

  init(_ run: @escaping Run) { self.run = run }
}

struct Listener: Sendable {
  typealias Run = @Sendable (Server, Params) throws(InvalidParams) -> Void
  let run: Run
  /// Texts that are edited may come with half a character.
  let brokenStrings: BrokenStrings

  init(brokenStrings: BrokenStrings = .repaired, _ run: @escaping Run) {
    self.run = run
    self.brokenStrings = brokenStrings
  }
}
