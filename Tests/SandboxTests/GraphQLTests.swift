import JSON
import Sandbox
import Testing

@Suite(.timeLimit(.minutes(1))) struct GraphQLTests {
  private let sandbox: Sandbox

  init() throws { sandbox = try makeSandbox() }

  private func post(
    _ query: String, _ variables: JSONValue = [:], _ headers: [String: String] = token,
    path: String = "/graphql"
  ) throws -> Client.Answer { try Client(sandbox).query(query, variables, headers, path: path) }

  private func data(_ query: String, _ variables: JSONValue = [:]) throws -> JSONValue {
    let answer = try post(query, variables)
    #expect(answer.json["errors"] == nil, "\(answer.text)")
    return try #require(answer.json["data"])
  }

  @Test func aSearchHasRowsWithNamesAndTheTotal() throws {
    let data = try data(
      """
      query Find($text: String!, $count: Int = 2, $after: String) {
        search(query: $text, type: USER, first: $count, after: $after) {
          userCount
          pageInfo { hasNextPage endCursor }
          edges { cursor node { ...Row } }
          nodes { __typename ...Row }
        }
      }
      fragment Row on SearchResultItem {
        ... on User { login databaseId name bio company followers { totalCount } }
        ... on Organization { login databaseId title: name description }
      }
      """, ["text": "octo"])
    let search = try #require(data["search"])
    let rest = try #require(Client(sandbox).get("/search/users?q=octo&per_page=1")).json
    #expect((search["userCount"]?.intValue ?? 0) <= (rest["total_count"]?.intValue ?? 0))
    #expect(search["nodes"]?.arrayValue?.count == 2)
    #expect(search["nodes"]?.arrayValue?.first?["__typename"] == "User")
    #expect(search["nodes"]?.arrayValue?.first?["name"] == "The Octocat")
    let edges = try #require(search["edges"]?.arrayValue)
    #expect(edges.last?["cursor"] == search["pageInfo"]?["endCursor"])
    #expect(search["pageInfo"]?["hasNextPage"] == true)
  }

  @Test func cursorsLeadThroughAWholeList() throws {
    var logins: [String] = []
    var after: JSONValue = .null
    repeat {
      let data = try data(
        """
        query($after: String) { user(login: "octocat") { followers(first: 7, after: $after) {
          totalCount nodes { login } pageInfo { hasNextPage endCursor } } } }
        """, ["after": after])
      let page = try #require(data["user"]?["followers"])
      logins += page["nodes"]?.arrayValue?.compactMap { $0["login"]?.stringValue } ?? []
      after =
        page["pageInfo"]?["hasNextPage"] == true ? page["pageInfo"]?["endCursor"] ?? .null : .null
      if after.isNull { #expect(page["totalCount"]?.intValue == logins.count) }
    } while !after.isNull
    #expect(Set(logins).count == logins.count && logins.count > 7)
  }

  @Test func aProfileIsOneRequest() throws {
    let data = try data(
      """
      { repositoryOwner(login: "OCTOPINE") {
          __typename login ... on User { name websiteUrl viewerIsFollowing isFollowingViewer }
          repositories(first: 3, ownerAffiliations: OWNER, privacy: PUBLIC,
            orderBy: {field: PUSHED_AT, direction: DESC}) {
            totalCount nodes { name stargazerCount primaryLanguage { name } pushedAt } } }
        viewer { login }
        rateLimit { cost limit remaining used resetAt nodeCount } }
      """)
    let owner = data["repositoryOwner"]
    #expect(owner?["__typename"] == "User" && owner?["login"] == "octopine")
    #expect(owner?["websiteUrl"] == "http://octopine.example.com")
    #expect(owner?["repositories"]?["totalCount"] == 31)
    let times = owner?["repositories"]?["nodes"]?.arrayValue?.map {
      $0["pushedAt"]?.stringValue ?? ""
    }
    #expect(times?.count == 3 && times == times?.sorted(by: >))
    #expect(data["viewer"]?["login"] == "sandy-sandbox")
    #expect(data["rateLimit"]?["cost"] == 1 && data["rateLimit"]?["nodeCount"] == 3)
  }

  @Test func bothAPIsSayTheSameOfAnAccount() throws {
    let rest = try #require(Client(sandbox).get("/users/tentacle-octo")).json
    let account = try data(
      """
      { user(login: "tentacle-octo") { login databaseId name bio company location createdAt
          avatarUrl url followers { totalCount } following { totalCount }
          repositories { totalCount } } }
      """)["user"]
    let pairs = [
      ("login", "login"), ("id", "databaseId"), ("name", "name"), ("bio", "bio"),
      ("company", "company"), ("location", "location"), ("created_at", "createdAt"),
      ("avatar_url", "avatarUrl"), ("html_url", "url"),
    ]
    for (old, new) in pairs { #expect(rest[old] == account?[new], "\(old)") }
    #expect(rest["followers"] == account?["followers"]?["totalCount"])
    #expect(rest["following"] == account?["following"]?["totalCount"])
    #expect(rest["public_repos"] == account?["repositories"]?["totalCount"])
  }

  @Test func followingChangesWhatTheViewerIsTold() throws {
    let query = "{ user(login: \"octopine\") { viewerIsFollowing viewerCanFollow } }"
    _ = Client(sandbox).ask("DELETE", "/user/following/octopine", token)
    #expect(try data(query)["user"]?["viewerIsFollowing"] == false)
    _ = Client(sandbox).ask("PUT", "/user/following/octopine", token)
    #expect(try data(query)["user"]?["viewerIsFollowing"] == true)
  }

  @Test func aRepositoryNamesThoseWhoCanBeMentioned() throws {
    let query = """
      query($q: String) { repository(owner: "octocat", name: "Hello-World") {
        nameWithOwner mentionableUsers(query: $q, first: 100) {
          totalCount nodes { login name databaseId } } } }
      """
    let all = try data(query)["repository"]
    #expect(all?["nameWithOwner"] == "octocat/hello-world")
    let count = try #require(all?["mentionableUsers"]?["totalCount"]?.intValue)
    #expect(count > 30)
    let some = try data(query, ["q": "OCTOC"])["repository"]?["mentionableUsers"]?["nodes"]
    #expect(some?.arrayValue?.map { $0["login"] } == ["octocat"])
  }

  @Test func directivesAliasesAndDefaultsAreFollowed() throws {
    let data = try data(
      """
      query Q($yes: Boolean = true, $no: Boolean!) {
        me: viewer { a: login @include(if: $yes) b: login @skip(if: $yes) ...F @include(if: $no) }
        me: viewer { name }
      }
      # A comment, and a string with escapes.
      fragment F on User { bio }
      """, ["no": false])
    #expect(data == ["me": ["a": "sandy-sandbox", "name": "Sandy Sandbox"]])
  }

  @Test func theNamedOperationIsExecuted() throws {
    let body = """
      {"query": "query A { viewer { login } } query B { viewer { name } }", "operationName": "B"}
      """
    let answer = try #require(Client(sandbox).ask("POST", "/graphql", token, body: body))
    #expect(answer.json["data"] == ["viewer": ["name": "Sandy Sandbox"]])
    let unnamed = try post("query A { viewer { login } } query B { viewer { name } }")
    #expect(unnamed.json["data"] == nil)
  }

  @Test func anEnterpriseServerHasItBesideTheOtherAPI() throws {
    let answer = try post("{ viewer { url avatarUrl(size: 40) } }", path: "/api/graphql")
    #expect(
      answer.json["data"]?["viewer"]
        == [
          "url": "http://sandbox.test/sandy-sandbox",
          "avatarUrl": "http://sandbox.test/avatars/u/583400?v=4&s=40",
        ])
  }

  @Test func sortAndKindAreQualifiers() throws {
    let data = try data(
      """
      { search(query: "o sort:followers-desc type:user", type: USER, first: 30) {
          nodes { ... on User { followers { totalCount } } } } }
      """)
    let counts =
      data["search"]?["nodes"]?.arrayValue?.compactMap {
        $0["followers"]?["totalCount"]?.intValue
      } ?? []
    #expect(counts.count == 30 && counts == counts.sorted(by: >))
  }
}

extension Client {
  /// Asks a GraphQL query.
  func query(
    _ query: String, _ variables: JSONValue = [:], _ headers: [String: String] = token,
    path: String = "/graphql"
  ) throws -> Answer {
    let body: JSONValue = ["query": .string(query), "variables": variables]
    let text = String(decoding: body.jsonBytes, as: UTF8.self)
    return try #require(ask("POST", path, headers, body: text))
  }
}
