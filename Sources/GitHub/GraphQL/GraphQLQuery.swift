import Explorer
import JSON

/// A question to GitHub's GraphQL API: a document and the values of its variables.
///
/// `email` is never selected, since the whole query fails without a scope, and the contributions are
/// not, since they take longer than the server allows.
package struct GraphQLQuery: Sendable, Equatable {
  package let document: String
  package let variables: JSONObject

  /// The body of the request.
  package var body: [UInt8] {
    var object = JSONObject()
    object["query"] = .string(document)
    object["variables"] = .object(variables)
    return JSONValue.object(object).jsonBytes
  }

  private init(_ document: String, _ variables: KeyValuePairs<String, JSONValue?>) {
    self.document = document
    var object = JSONObject()
    for (name, value) in variables { object[name] = value }
    self.variables = object
  }

  /// A page of a search.
  ///
  /// - Parameter cursor: where the page before ended; nil for the first one.
  package static func search(_ query: Query, after cursor: String?) -> GraphQLQuery {
    var text = query.text
    if let sort = query.sort { text += " sort:\(sort)-\(query.order ?? "desc")" }
    return GraphQLQuery(
      """
      query($query:String!,$first:Int!,$after:String){\
      search(type:USER,query:$query,first:$first,after:$after){userCount \(pageInfo) \
      nodes{__typename ...on User{\(userFields) viewerIsFollowing followers{totalCount}} \
      ...on Organization{\(organizationFields)}}} \(rateLimit)}
      """,
      [
        "query": .string(text), "first": JSONValue(query.perPage),
        "after": cursor.map { .string($0) },
      ])
  }

  /// A person with the first pages of those sections.
  package static func profile(
    of login: String, with sections: [ProfilePart.Section]
  ) -> GraphQLQuery {
    func list(_ section: ProfilePart.Section) -> String {
      sections.contains(section) ? firstPage(of: section) : "\(section.graphQLName){totalCount}"
    }
    let repositories = sections.contains(.repos) ? firstPage(of: .repos) : countedRepositories
    return GraphQLQuery(
      """
      query($login:String!){repositoryOwner(login:$login){__typename \(repositories) \
      ...on User{\(userFields) websiteUrl createdAt viewerIsFollowing isFollowingViewer \
      \(list(.followers)) \(list(.following))} \
      ...on Organization{\(organizationFields) websiteUrl createdAt viewerIsFollowing}} \
      \(rateLimit)}
      """, ["login": .string(login)])
  }

  /// A further page of a section.
  package static func section(
    _ section: ProfilePart.Section, of login: String, after cursor: String
  ) -> GraphQLQuery {
    let list = page(of: section, ",after:$after")
    return GraphQLQuery(
      """
      query($login:String!,$after:String!){repositoryOwner(login:$login){__typename \
      \(section == .repos ? list : "...on User{\(list)}")} \(rateLimit)}
      """, ["login": .string(login), "after": .string(cursor)])
  }

  /// Whom one may mention in a repository; an empty text finds everybody.
  package static func mentionableUsers(
    of repository: RepositoryName, matching text: String
  ) -> GraphQLQuery {
    GraphQLQuery(
      """
      query($owner:String!,$name:String!,$query:String,$first:Int!){\
      repository(owner:$owner,name:$name){mentionableUsers(query:$query,first:$first){\(pageInfo) \
      nodes{__typename \(userFields) viewerIsFollowing}}} \(rateLimit)}
      """,
      [
        "owner": .string(repository.owner), "name": .string(repository.name),
        "query": text.isEmpty ? nil : .string(text),
        "first": JSONValue(GitHubSource.mentionablePageSize),
      ])
  }

  private static let pageInfo = "pageInfo{hasNextPage endCursor}"
  private static let rateLimit = "rateLimit{cost limit remaining resetAt}"
  private static let accountFields = "login databaseId avatarUrl url name location"
  private static let userFields = "\(accountFields) bio company"
  private static let organizationFields = "\(accountFields) description"
  private static let repositoryFields = """
    name databaseId nameWithOwner url description primaryLanguage{name} stargazerCount forkCount \
    isFork isArchived updatedAt sshUrl
    """

  /// Those that REST lists too.
  private static let repositoryChoice = "ownerAffiliations:OWNER,privacy:PUBLIC"
  private static let countedRepositories = "repositories(\(repositoryChoice)){totalCount}"

  private static func firstPage(of section: ProfilePart.Section) -> String {
    page(of: section, "")
  }

  private static func page(of section: ProfilePart.Section, _ after: String) -> String {
    var arguments = "first:\(Endpoint.sectionPageSize)\(after)"
    var node = "__typename login databaseId avatarUrl url name"
    if section == .repos {
      arguments += ",\(repositoryChoice),orderBy:{field:PUSHED_AT,direction:DESC}"
      node = repositoryFields
    }
    return "\(section.graphQLName)(\(arguments)){totalCount \(pageInfo) nodes{\(node)}}"
  }
}

extension ProfilePart.Section {
  /// The field that has the section.
  var graphQLName: String { self == .repos ? "repositories" : rawValue }
}
