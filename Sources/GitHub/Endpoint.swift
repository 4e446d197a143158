import URLs
import Explorer
import HTTP

/// One thing that GitHub can be asked.
package enum Endpoint: Sendable, Equatable {
  case search(Query)
  case user(login: String)
  case section(ProfilePart.Section, login: String)
  /// A further page, by the URL that the page before gave; `budget` is the one it is charged to.
  case page(url: String, budget: String)
  case isFollowing(login: String)
  case follow(login: String)
  case unfollow(login: String)
  case rateLimit
  case graphQL(GraphQLQuery)

  /// The items of a page of a section.
  package static let sectionPageSize = 30
  /// The budget of searches, GitHub's name for it.
  package static let searchBudget = "search"
  /// The budget of everything else that is asked here.
  package static let coreBudget = "core"
  /// The budget of GraphQL, counted in points.
  package static let graphQLBudget = "graphql"

  /// The method of the request.
  package var method: Request.Method {
    switch self {
    case .search, .user, .section, .page, .isFollowing, .rateLimit: .get
    case .follow: .put
    case .unfollow: .delete
    case .graphQL: .post
    }
  }

  /// The `x-ratelimit-resource` that it is charged to; nil where it costs nothing.
  package var budget: String? {
    switch self {
    case .search: Self.searchBudget
    case .page(_, let budget): budget
    case .user, .section, .isFollowing, .follow, .unfollow: Self.coreBudget
    case .rateLimit: nil
    case .graphQL: Self.graphQLBudget
    }
  }

  /// Whether it is answered to nobody without a token.
  package var needsToken: Bool {
    switch self {
    case .isFollowing, .follow, .unfollow, .graphQL: true
    case .search, .user, .section, .page, .rateLimit: false
    }
  }

  /// The URL, all of it percent-encoded; qualifiers of a query go as they were typed.
  package func url(on host: GitHubHost) -> String {
    switch self {
    case .search(let query): host.apiBase + "/search/users?" + Self.parameters(of: query)
    case .user(let login): host.apiBase + "/users/" + URLEncoding.pathSegment(login)
    case .section(let section, let login):
      host.apiBase + "/users/\(URLEncoding.pathSegment(login))/\(section.rawValue)"
        + "?per_page=\(Self.sectionPageSize)" + (section == .repos ? "&sort=pushed" : "")
    case .page(let url, _): url
    case .isFollowing(let login), .follow(let login), .unfollow(let login):
      host.apiBase + "/user/following/" + URLEncoding.pathSegment(login)
    case .rateLimit: host.apiBase + "/rate_limit"
    case .graphQL: host.graphQLURL
    }
  }

  private static func parameters(of query: Query) -> String {
    var text = "q=\(URLEncoding.queryValue(query.text))&per_page=\(query.perPage)"
    if query.page > 1 { text += "&page=\(query.page)" }
    if let sort = query.sort { text += "&sort=\(URLEncoding.queryValue(sort))" }
    if let order = query.order { text += "&order=\(URLEncoding.queryValue(order))" }
    return text
  }
}
