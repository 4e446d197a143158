import Explorer
import Synchronization

/// People near at hand first, then whom another source finds.
///
/// Who has worked in the repository, or was dealt with lately, is known without asking; the rows of
/// the other source come behind them, and each person is one row.
package struct PeopleSource: Source {
  package let descriptor: SourceDescriptor
  private let inner: any Source
  private let repository: RepositoryPeople?
  private let recent: RecentPeople?
  private let mentionable: MentionablePeople?
  private let near: NearPeople

  /// Shorter queries are not handed to the other source.
  private static let minimumInnerLength = 2
  /// How long an answer waits for the first reading of a history.
  private static let longestWait: Duration = .seconds(2)

  /// - Parameters:
  ///   - inner: whose accounts they are.
  ///   - webURL: where pages of accounts are.
  ///   - repository: nil where there is none.
  ///   - recent: nil where nobody is to be remembered.
  ///   - mentionable: nil where nobody knows who may be mentioned.
  package init(
    inner: any Source, webURL: String?, repository: RepositoryPeople?, recent: RecentPeople?,
    mentionable: MentionablePeople? = nil
  ) {
    self.inner = inner
    self.repository = repository
    self.recent = recent
    self.mentionable = mentionable
    let host = inner.descriptor
    descriptor = SourceDescriptor(
      id: "people", name: "People", asks: host.name, host: host.host, webURL: webURL,
      features: host.features, account: host.account, addressHint: host.addressHint,
      debounce: host.debounce, minimumQueryLength: 0, sortKeys: host.sortKeys)
    near = NearPeople(
      authors: { repository?.directory ?? .empty }, recent: { recent?.directory ?? .empty },
      mentionable: { mentionable?.directory ?? .empty }, host: host.host ?? "", webURL: webURL)
    repository?.refresh()
  }

  package var isRemembering: Bool { inner.isRemembering }

  package func remembered(_ query: Query) -> Remembered? {
    guard asksInner(query), var held = inner.remembered(query) else { return nil }
    held.page = near.merged(with: held.page, query)
    return held
  }

  package func nearby(_ query: Query) -> [Item] { near.page(query).items }

  package func hasCredential() async -> Bool { await inner.hasCredential() }

  package func codeOwnersFaults(
    of repository: RepositoryName?, timeout: Duration
  ) async throws(SourceError) -> [CodeOwnersFault] {
    let named: RepositoryName?
    if let repository { named = repository } else { named = await repositoryOnHost() }
    return try await inner.codeOwnersFaults(of: named, timeout: timeout)
  }

  package func search(
    _ query: Query, continuing continuation: String?, timeout: Duration
  ) async throws(SourceError) -> Page {
    repository?.refresh()
    guard asksInner(query) else {
      try descriptor.check(sort: query.sort, order: query.order)
      await repository?.firstPart(atMost: min(timeout, Self.longestWait))
      var query = query
      if let page = continuation.flatMap({ Int($0) }), page > 0 { query.page = page }
      var page = near.page(query)
      page.origin = .local
      return page
    }
    async let looked: Void? = mentionable?.look(
      for: query.text, in: { await repositoryOnHost() }, timeout: timeout)
    let page: Page
    do throws(SourceError) {
      page = try await inner.search(query, continuing: continuation, timeout: timeout)
    } catch {
      _ = await looked
      await repository?.firstPart(atMost: min(timeout, Self.longestWait))
      throw error
    }
    _ = await looked
    await repository?.firstPart(atMost: min(timeout, Self.longestWait))
    return near.merged(with: page, query)
  }

  package func watch(_ changed: @escaping @Sendable () -> Void) async {
    await repository?.watch(changed)
  }

  /// What the remotes call this repository on the host of the accounts; nil where they do not.
  private func repositoryOnHost() async -> RepositoryName? {
    guard let remote = await repository?.remote(), let host = inner.descriptor.host,
      Login.hosts(of: host).contains(remote.host)
    else { return nil }
    return RepositoryName(owner: remote.owner, name: remote.name)
  }

  private func asksInner(_ query: Query) -> Bool {
    query.text.count >= Self.minimumInnerLength
  }

  // MARK: profiles and following

  package func load(
    _ part: ProfilePart, of login: String, freshness: Freshness, timeout: Duration
  ) async throws(SourceError) -> LoadedPart {
    let loaded = try await inner.load(part, of: login, freshness: freshness, timeout: timeout)
    if part == .user { remember(login) }
    return loaded
  }

  package var loadsWholeProfiles: Bool { inner.loadsWholeProfiles }

  package func loadTogether(
    _ parts: [ProfilePart], of login: String, freshness: Freshness, timeout: Duration
  ) async -> LoadedParts {
    let loaded = await inner.loadTogether(
      parts, of: login, freshness: freshness, timeout: timeout)
    if case .success? = loaded[.user] { remember(login) }
    return loaded
  }

  package func loadMore(
    _ section: ProfilePart.Section, of login: String, continuing continuation: String, page: Int,
    timeout: Duration
  ) async throws(SourceError) -> LoadedPart {
    try await inner.loadMore(
      section, of: login, continuing: continuation, page: page, timeout: timeout)
  }

  package func login(
    ofMail mail: String, timeout: Duration
  ) async throws(SourceError) -> String {
    try await inner.login(ofMail: mail, timeout: timeout)
  }

  package func avatar(
    _ avatar: Avatar, timeout: Duration
  ) async throws(SourceError) -> String {
    try await inner.avatar(avatar, timeout: timeout)
  }

  package func isFollowing(
    _ login: String, timeout: Duration
  ) async throws(SourceError) -> Bool {
    try await inner.isFollowing(login, timeout: timeout)
  }

  package func setFollowing(
    _ login: String, to following: Bool, timeout: Duration
  ) async throws(SourceError) {
    try await inner.setFollowing(login, to: following, timeout: timeout)
    if following { remember(login) }
  }

  /// Who cannot be written down is not worth an error.
  private func remember(_ login: String) {
    if let person = RecentPerson(login: login) { try? recent?.use(person) }
  }
}
