import Secrets
import Explorer
import GitHub
import HTTP
import Testing

@Suite("Requests")
struct EndpointTests {
  private let enterprise = GitHubHost(baseURL: "https://git.example.org/api/v3/")

  @Test(arguments: [
    (Query("octocat"), "q=octocat&per_page=30"),
    (Query("C++ #1 & a=b/c"), "q=C%2B%2B%20%231%20%26%20a%3Db%2Fc&per_page=30"),
    (
      Query(#"tom location:"New York" -type:org"#),
      "q=tom%20location%3A%22New%20York%22%20-type%3Aorg&per_page=30"
    ),
    (Query("Jose\u{301}"), "q=Jose%CC%81&per_page=30"),
    (
      Query("🐙", sort: "followers", order: "desc", page: 3, perPage: 100),
      "q=%F0%9F%90%99&per_page=100&page=3&sort=followers&order=desc"
    ),
  ])
  func `a search is encoded strictly and otherwise as typed`(query: Query, parameters: String) {
    #expect(
      Endpoint.search(query).url(on: .gitHub)
        == "https://api.github.com/search/users?\(parameters)")
  }

  @Test(arguments: [
    (Endpoint.user(login: "octocat"), "/users/octocat"),
    (.user(login: "x[bot]"), "/users/x%5Bbot%5D"),
    (.user(login: "../rate_limit"), "/users/..%2Frate_limit"),
    (.section(.repos, login: "octocat"), "/users/octocat/repos?per_page=30&sort=pushed"),
    (.section(.followers, login: "a_b"), "/users/a_b/followers?per_page=30"),
    (.section(.following, login: "octocat"), "/users/octocat/following?per_page=30"),
    (.isFollowing(login: "octocat"), "/user/following/octocat"),
    (.rateLimit, "/rate_limit"),
  ])
  func `paths lie behind the base URL`(endpoint: Endpoint, path: String) throws {
    let enterprise = try #require(enterprise)
    #expect(endpoint.url(on: enterprise) == "https://git.example.org/api/v3\(path)")
    #expect(endpoint.method == .get)
  }

  @Test func `following is a PUT, unfollowing a DELETE`() {
    #expect(Endpoint.follow(login: "octocat").method == .put)
    #expect(Endpoint.unfollow(login: "octocat").method == .delete)
    let urls = [Endpoint.follow(login: "a"), .unfollow(login: "a")].map { $0.url(on: .gitHub) }
    #expect(Set(urls) == ["https://api.github.com/user/following/a"])
  }

  @Test func `headers name the version and the program`() {
    let form = RequestForm(host: .gitHub, apiVersion: "2022-11-28", userAgent: "gitexplorer/9")
    let request = form.request(
      for: .user(login: "octocat"), token: Token("abc"), etag: #"W/"1""#, timeout: limit)
    #expect(request[header: "Accept"] == "application/vnd.github+json")
    #expect(request[header: "X-GitHub-Api-Version"] == "2022-11-28")
    #expect(request[header: "User-Agent"] == "gitexplorer/9")
    #expect(request[header: "Authorization"] == "Bearer abc")
    #expect(request[header: "If-None-Match"] == #"W/"1""#)
    #expect(request.timeout == limit)
  }

  @Test func `the token goes to its own host only`() {
    let form = RequestForm(host: .gitHub, apiVersion: "1", userAgent: "x")
    let request = form.request(
      for: .page(url: "https://evil.example/", budget: "core"), token: Token("abc"), timeout: limit)
    #expect(request[header: "Authorization"] == nil)
  }
}
