import Explorer

/// A source that is asked once for equal questions that are under way at the same time.
///
/// The time limits are those of who asks. A transfer has none but the longest there is, since somebody
/// may join who can wait longer than all before.
struct SharedSource: Source {
  private struct SearchQuestion: Hashable {
    var query: Query
    var continuation: String?
  }

  private enum ProfileQuestion: Hashable {
    case part(ProfilePart, login: String, Freshness)
    case more(ProfilePart.Section, login: String, continuation: String, page: Int)
  }

  private struct WholeQuestion: Hashable {
    var parts: [ProfilePart]
    var login: String
    var freshness: Freshness
  }

  /// No setting allows a longer one.
  static let longestTransfer: Duration = .seconds(600)

  let source: any Source
  private let searches: SharedTransfers<SearchQuestion, Page>
  private let parts: SharedTransfers<ProfileQuestion, LoadedPart>
  private let wholes: SharedTransfers<WholeQuestion, LoadedParts>
  private let followed: SharedTransfers<String, Bool>
  private let avatars: SharedTransfers<Avatar, String>
  private let accounts: SharedTransfers<String, String>

  init(_ source: any Source, _ environment: Environment) {
    self.source = source
    searches = SharedTransfers(environment)
    parts = SharedTransfers(environment)
    wholes = SharedTransfers(environment)
    followed = SharedTransfers(environment)
    avatars = SharedTransfers(environment)
    accounts = SharedTransfers(environment)
  }

  var descriptor: SourceDescriptor { source.descriptor }

  /// How many transfers are under way.
  var transferCount: Int {
    searches.count + parts.count + wholes.count + followed.count + avatars.count
      + accounts.count
  }

  var isRemembering: Bool { source.isRemembering }

  func remembered(_ query: Query) -> Remembered? { source.remembered(query) }

  func nearby(_ query: Query) -> [Item] { source.nearby(query) }

  func hasCredential() async -> Bool { await source.hasCredential() }

  func codeOwnersFaults(
    of repository: RepositoryName?, timeout: Duration
  ) async throws(SourceError) -> [CodeOwnersFault] {
    try await source.codeOwnersFaults(of: repository, timeout: timeout)
  }

  func watch(_ changed: @escaping @Sendable () -> Void) async { await source.watch(changed) }

  func search(
    _ query: Query, continuing continuation: String?, timeout: Duration
  ) async throws(SourceError) -> Page {
    let question = SearchQuestion(query: query, continuation: continuation)
    return try await searches.answer(to: question, within: timeout) { [source] in
      await Result { () async throws(SourceError) in
        try await source.search(
          query, continuing: continuation, timeout: Self.longestTransfer)
      }
    }
  }

  /// The account that is meant: an address of mail stands for the account that shows it.
  private func account(_ login: String, timeout: Duration) async throws(SourceError) -> String {
    guard login.contains("@") else { return login }
    return try await accounts.answer(to: login.lowercased(), within: timeout) { [source] in
      await Result { () async throws(SourceError) in
        try await source.login(ofMail: login, timeout: Self.longestTransfer)
      }
    }
  }

  func login(ofMail mail: String, timeout: Duration) async throws(SourceError) -> String {
    try await account(mail, timeout: timeout)
  }

  func load(
    _ part: ProfilePart, of login: String, freshness: Freshness, timeout: Duration
  ) async throws(SourceError) -> LoadedPart {
    let login = try await account(login, timeout: timeout)
    let question = ProfileQuestion.part(part, login: login.lowercased(), freshness)
    return try await parts.answer(to: question, within: timeout) { [source] in
      await Result { () async throws(SourceError) in
        try await source.load(
          part, of: login, freshness: freshness, timeout: Self.longestTransfer)
      }
    }
  }

  var loadsWholeProfiles: Bool { source.loadsWholeProfiles }

  func loadTogether(
    _ parts: [ProfilePart], of login: String, freshness: Freshness, timeout: Duration
  ) async -> LoadedParts {
    do throws(SourceError) {
      let login = try await account(login, timeout: timeout)
      let question = WholeQuestion(parts: parts, login: login.lowercased(), freshness: freshness)
      return try await wholes.answer(to: question, within: timeout) { [source] in
        .success(
          await source.loadTogether(
            parts, of: login, freshness: freshness, timeout: Self.longestTransfer))
      }
    } catch {
      return LoadedParts(uniqueKeysWithValues: parts.map { ($0, .failure(error)) })
    }
  }

  func loadMore(
    _ section: ProfilePart.Section, of login: String, continuing continuation: String, page: Int,
    timeout: Duration
  ) async throws(SourceError) -> LoadedPart {
    let login = try await account(login, timeout: timeout)
    let question = ProfileQuestion.more(
      section, login: login.lowercased(), continuation: continuation, page: page)
    return try await parts.answer(to: question, within: timeout) { [source] in
      await Result { () async throws(SourceError) in
        try await source.loadMore(
          section, of: login, continuing: continuation, page: page,
          timeout: Self.longestTransfer)
      }
    }
  }

  func isFollowing(_ login: String, timeout: Duration) async throws(SourceError) -> Bool {
    let login = try await account(login, timeout: timeout)
    return try await followed.answer(to: login.lowercased(), within: timeout) { [source] in
      await Result { () async throws(SourceError) in
        try await source.isFollowing(login, timeout: Self.longestTransfer)
      }
    }
  }

  func avatar(_ avatar: Avatar, timeout: Duration) async throws(SourceError) -> String {
    var avatar = avatar
    if case .login(let login) = avatar.subject {
      avatar.subject = .login(try await account(login, timeout: timeout))
    }
    return try await avatars.answer(to: avatar, within: timeout) { [source, avatar] in
      await Result { () async throws(SourceError) in
        try await source.avatar(avatar, timeout: Self.longestTransfer)
      }
    }
  }

  /// Not shared: what is asked for changes something, and its order counts.
  func setFollowing(
    _ login: String, to following: Bool, timeout: Duration
  ) async throws(SourceError) {
    let login = try await account(login, timeout: timeout)
    try await source.setFollowing(login, to: following, timeout: timeout)
  }
}

extension Result where Success: Sendable {
  /// What `body` returns or throws.
  init(_ body: () async throws(Failure) -> Success) async {
    do throws(Failure) {
      self = .success(try await body())
    } catch {
      self = .failure(error)
    }
  }
}

extension Environment {
  /// The sources that settings name, each asked once for equal questions.
  ///
  /// What is searched in memory asks for nothing, and shares the reading by itself.
  func sharedSources(_ settings: Settings) -> [any Source] {
    makeSources(settings).map { source in
      source.descriptor.isSearchedInMemory ? source : SharedSource(source, self)
    }
  }
}
