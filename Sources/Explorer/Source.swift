/// What is explored: GitHub, a catalogue, any paginated API.
///
/// Methods may be called from any task, several at a time. Cancelling the task ends the transfer;
/// the method then throws `.cancelled`, but callers never rest on that.
package protocol Source: Sendable {
  var descriptor: SourceDescriptor { get }

  /// Whether any earlier answer is held.
  var isRemembering: Bool { get }

  /// An earlier answer to the query, however old; nil where none is held. Never waits.
  func remembered(_ query: Query) -> Remembered?

  /// Whom the source knows without asking anybody, the likeliest first; an empty query is everybody.
  ///
  /// Never waits.
  func nearby(_ query: Query) -> [Item]

  /// Asks for one page and remembers the answer.
  ///
  /// - Parameters:
  ///   - continuation: `Page.next` of the page before; nil asks for `query.page` by number.
  ///   - timeout: for this one attempt.
  func search(
    _ query: Query, continuing continuation: String?, timeout: Duration
  ) async throws(SourceError) -> Page

  /// Loads the person, or the first page of one of the lists.
  func load(
    _ part: ProfilePart, of login: String, freshness: Freshness, timeout: Duration
  ) async throws(SourceError) -> LoadedPart

  /// Whether one request may have all parts of a profile, so that they are worth asking for together.
  var loadsWholeProfiles: Bool { get }

  /// Loads several parts of one profile as few requests can; those that it leaves out are to be
  /// loaded one by one.
  func loadTogether(
    _ parts: [ProfilePart], of login: String, freshness: Freshness, timeout: Duration
  ) async -> LoadedParts

  /// Loads the page of a section that `Section.next` named.
  func loadMore(
    _ section: ProfilePart.Section, of login: String, continuing continuation: String, page: Int,
    timeout: Duration
  ) async throws(SourceError) -> LoadedPart

  func isFollowing(_ login: String, timeout: Duration) async throws(SourceError) -> Bool

  /// Whether it is asked on somebody's behalf; looks for the credential where that was not done yet.
  func hasCredential() async -> Bool

  /// What is wrong with the owners that a repository's CODEOWNERS file names.
  ///
  /// - Parameter repository: nil asks for the one that the source is about; without one there are none.
  func codeOwnersFaults(
    of repository: RepositoryName?, timeout: Duration
  ) async throws(SourceError) -> [CodeOwnersFault]

  /// Returns the login of the account that shows that address of mail.
  func login(ofMail mail: String, timeout: Duration) async throws(SourceError) -> String

  /// Returns the path of a file that holds the picture of an account.
  func avatar(_ avatar: Avatar, timeout: Duration) async throws(SourceError) -> String

  /// Calls `changed` whenever what is explored has changed by itself, until the task is cancelled.
  func watch(_ changed: @escaping @Sendable () -> Void) async

  /// Follows or unfollows; safe to repeat.
  func setFollowing(
    _ login: String, to following: Bool, timeout: Duration
  ) async throws(SourceError)
}

/// How old an answer may be.
package enum Freshness: Sendable, Hashable {
  /// An answer held for no longer than this will do.
  case within(Duration)
  /// The source is asked, whatever is held.
  case asked
}

/// An earlier answer.
package struct Remembered: Sendable, Equatable {
  package var page: Page
  package var age: Duration

  package init(page: Page, age: Duration) {
    self.page = page
    self.age = age
  }
}

/// What a source is and can do, and the settings it prefers.
package struct SourceDescriptor: Sendable, Equatable {
  package enum Feature: String, Sendable { case search, loadMore, profile, follow }

  package var id: String
  package var name: String
  /// What it asks, where that has another name.
  package var asks: String?
  package var host: String?
  /// Where pages of people are: `https://github.com`.
  package var webURL: String?
  package var features: [Feature]
  /// Nil where it takes no token.
  package var account: SourceAccount?
  /// What to do where there is nothing at its address.
  package var addressHint: String
  /// Where its answers come from: `network` or `local`.
  package var origin: Origin
  /// The settings it wants where nobody has said otherwise.
  package var debounce: Duration?
  package var minimumQueryLength: Int?
  /// Whether it keeps all there is and searches there; a timeout is then that of one step of loading.
  package var isSearchedInMemory: Bool
  /// What `Query.sort` may name.
  package var sortKeys: [String]

  package init(
    id: String, name: String, asks: String? = nil, host: String? = nil, webURL: String? = nil,
    features: [Feature], account: SourceAccount? = nil,
    addressHint: String = "Check the source in the setting `sources`.", origin: Origin = .network,
    debounce: Duration? = nil, minimumQueryLength: Int? = nil, isSearchedInMemory: Bool = false,
    sortKeys: [String] = []
  ) {
    self.id = id
    self.name = name
    self.asks = asks
    self.host = host
    self.webURL = webURL
    self.features = features
    self.account = account
    self.addressHint = addressHint
    self.origin = origin
    self.debounce = debounce
    self.minimumQueryLength = minimumQueryLength
    self.isSearchedInMemory = isSearchedInMemory
    self.sortKeys = sortKeys
  }

  /// Throws where the source cannot sort like that, rather than sort otherwise without a word.
  package func check(sort: String?, order: String?) throws(SourceError) {
    // What is held in memory has fields that only it knows.
    let canSort = isSearchedInMemory || sort.map(sortKeys.contains) ?? true
    let canOrder =
      order.map { (isSearchedInMemory || !sortKeys.isEmpty) && ["asc", "desc"].contains($0) }
      ?? true
    guard !canSort || !canOrder else { return }
    let sorting = SourceError.Sorting(
      key: canSort ? nil : sort, order: canOrder ? nil : order, possible: sortKeys)
    throw SourceError(.cannotSort(sorting))
  }
}

extension Source {
  package var isRemembering: Bool { false }

  package func remembered(_ query: Query) -> Remembered? { nil }

  package func nearby(_ query: Query) -> [Item] { [] }

  package func hasCredential() async -> Bool { false }

  package func codeOwnersFaults(
    of repository: RepositoryName?, timeout: Duration
  ) async throws(SourceError) -> [CodeOwnersFault] { [] }

  package func login(
    ofMail mail: String, timeout: Duration
  ) async throws(SourceError) -> String {
    throw SourceError(.notFound(what: "account that shows the address \(mail)"))
  }

  package func avatar(
    _ avatar: Avatar, timeout: Duration
  ) async throws(SourceError) -> String {
    throw SourceError(.notSupported(feature: "avatars"))
  }

  package func watch(_ changed: @escaping @Sendable () -> Void) async {}

  package func load(
    _ part: ProfilePart, of login: String, freshness: Freshness, timeout: Duration
  ) async throws(SourceError) -> LoadedPart {
    throw SourceError(.notSupported(feature: "profile"))
  }

  package var loadsWholeProfiles: Bool { false }

  package func loadTogether(
    _ parts: [ProfilePart], of login: String, freshness: Freshness, timeout: Duration
  ) async -> LoadedParts { [:] }

  package func loadMore(
    _ section: ProfilePart.Section, of login: String, continuing continuation: String, page: Int,
    timeout: Duration
  ) async throws(SourceError) -> LoadedPart {
    throw SourceError(.notSupported(feature: "profile"))
  }

  package func isFollowing(
    _ login: String, timeout: Duration
  ) async throws(SourceError) -> Bool {
    throw SourceError(.notSupported(feature: "follow"))
  }

  package func setFollowing(
    _ login: String, to following: Bool, timeout: Duration
  ) async throws(SourceError) {
    throw SourceError(.notSupported(feature: "follow"))
  }
}
