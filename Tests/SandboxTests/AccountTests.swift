import JSON
import Sandbox
import Testing

@Suite(.timeLimit(.minutes(1))) struct AccountTests {
  private let sandbox: Sandbox
  private let client: Client

  init() throws {
    sandbox = try makeSandbox()
    client = Client(sandbox)
  }

  private func get(_ target: String, _ headers: [String: String] = [:]) throws -> Client.Answer {
    try #require(client.get(target, headers))
  }

  @Test(arguments: ["/users/octocat", "/users/OCTOCAT", "/user/583231", "/users/%6Fctocat"])
  func anAccountIsFoundByLoginAndID(_ target: String) throws {
    let answer = try get(target)
    #expect(answer.status == 200)
    #expect(answer.json["login"] == "octocat")
    #expect(answer.json["name"] == "The Octocat")
    #expect(answer.json["email"] == .null)
    #expect(answer.json["created_at"] == "2011-01-25T18:38:36Z")
    #expect(
      answer.json["avatar_url"] == "http://sandbox.test/avatars/u/583231?v=4")
  }

  @Test func organisationsAndBotsAreServedToo() throws {
    #expect(try get("/users/octokit").json["type"] == "Organization")
    let bot = try get("/users/octo-lantern%5Bbot%5D").json
    #expect(bot["type"] == "Bot")
    #expect(bot["url"] == "http://sandbox.test/users/octo-lantern%5Bbot%5D")
    #expect(bot["html_url"] == "https://github.com/apps/octo-lantern")
  }

  @Test(arguments: ["/users/nobody-at-all", "/user/1", "/nothing", "/users/", "/users/octocat/"])
  func whatDoesNotExistIsNotFound(_ target: String) throws {
    let answer = try get(target)
    #expect(answer.status == 404)
    #expect(answer.json["message"] == "Not Found")
    #expect(answer.json["status"] == "404")
    #expect(answer.json["documentation_url"]?.stringValue?.isEmpty == false)
  }

  @Test(arguments: [
    ("repos", "public_repos"), ("followers", "followers"), ("following", "following"),
  ])
  func countsAgreeWithTheLists(_ list: String, _ count: String) throws {
    for login in ["octocat", "tentacle-octo", "octokit", "sandy-sandbox"] {
      let expected = try get("/users/\(login)").json[count]?.intValue
      var target: String? = "/users/\(login)/\(list)?per_page=20"
      var ids: [JSONValue] = []
      while let next = target {
        let answer = try get(next)
        ids += answer.json.arrayValue?.compactMap { $0["id"] } ?? []
        target = answer.header("link")?.split(separator: ", ")
          .first { $0.hasSuffix("rel=\"next\"") }?
          .split(separator: ">").first.map { String($0.dropFirst("<http://sandbox.test".count)) }
      }
      #expect(ids.count == expected, "\(login) \(list)")
      #expect(Set(ids.compactMap(\.intValue)).count == ids.count)
    }
  }

  @Test func theNextPageIsLinkedByID() throws {
    let link = try get("/users/tentacle-octo/repos?per_page=30&sort=pushed").header("link")
    #expect(
      link == "<http://sandbox.test/user/583307/repos?per_page=30&sort=pushed&page=2>; "
        + "rel=\"next\", <http://sandbox.test/user/583307/repos?per_page=30&sort=pushed&page=3>; "
        + "rel=\"last\"")
  }

  @Test(arguments: ["created", "updated", "pushed"])
  func repositoriesAreSortedByTime(_ sort: String) throws {
    let answer = try get("/users/octopine/repos?per_page=100&sort=" + sort)
    let times = answer.json.arrayValue?.map { $0[sort + "_at"]?.stringValue ?? "" } ?? []
    #expect(times.count == 31)
    #expect(times == times.sorted(by: >))
  }

  @Test func repositoriesAreInTheOrderOfTheirNamesOtherwise() throws {
    let repositories = try get("/users/octopine/repos?per_page=100").json.arrayValue ?? []
    let names = repositories.compactMap { $0["full_name"]?.stringValue }
    #expect(names == names.sorted() && names.count == 31)
    let name = repositories[0]["name"]?.stringValue ?? ""
    #expect(repositories[0]["clone_url"] == .string("https://github.com/octopine/\(name).git"))
    #expect(repositories[0]["ssh_url"] == .string("git@github.com:octopine/\(name).git"))
    #expect(repositories[0]["owner"]?["login"] == "octopine")
  }

  @Test func aRenamedLoginLeadsToTheID() throws {
    let answer = try get("/users/octocat-old/repos?per_page=5")
    #expect(answer.status == 301)
    #expect(
      answer.header("location") == "http://sandbox.test/user/583231/repos?per_page=5")
  }

  @Test func linksFollowAProxy() throws {
    let proxied = try get(
      "/users/octocat",
      ["X-Forwarded-Proto": "https", "X-Forwarded-Host": "api.example.test:8443"])
    #expect(proxied.json["url"] == "https://api.example.test:8443/users/octocat")
    let strange = try get("/users/octocat", ["Host": "a<b>"])
    #expect(strange.json["url"] == .string(sandbox.url + "/users/octocat"))
  }

  @Test func anEnterpriseAddressKeepsItsPrefixAndItsHost() throws {
    let answer = try get("/api/v3/users/octocat")
    #expect(answer.json["url"] == "http://sandbox.test/api/v3/users/octocat")
    #expect(answer.json["html_url"] == "http://sandbox.test/octocat")
  }

  @Test func aKnownTagIsAnsweredWithoutABody() throws {
    for target in ["/users/octocat", "/users/octocat/followers", "/"] {
      let first = try get(target, token)
      let tag = try #require(first.header("etag"))
      #expect(tag.hasPrefix("W/\"") && tag.hasSuffix("\""))
      let used = first.header("x-ratelimit-used")
      let again = try get(target, token.merging(["If-None-Match": tag]) { $1 })
      #expect(again.status == 304 && again.body.isEmpty)
      #expect(again.header("etag") == tag)
      #expect(again.header("x-ratelimit-used") == used)
      let other = try get(target, ["Authorization": "Bearer other", "If-None-Match": tag])
      #expect(other.status == 200)
    }
  }

  @Test func headIsGetWithoutTheBody() throws {
    let head = try #require(client.ask("HEAD", "/users/octocat"))
    #expect(head.status == 200)
    #expect(head.header("content-length") == String(try get("/users/octocat").body.count))
  }

  @Test func aBadTokenIsRefusedEverywhere() throws {
    for target in ["/user", "/users/octocat", "/search/users?q=octo", "/rate_limit"] {
      let answer = try get(target, ["Authorization": "token bad-one"])
      #expect(answer.status == 401)
      #expect(answer.json["message"] == "Bad credentials")
    }
  }

  @Test func everyAnswerNamesItsRequestAndItsVersion() throws {
    let first = try get("/users/octocat", token)
    let second = try get("/nothing", ["X-GitHub-Api-Version": "2026-03-10"])
    #expect(first.header("x-github-request-id") != second.header("x-github-request-id"))
    #expect(first.header("x-oauth-scopes")?.contains("user") == true)
    #expect(second.header("x-oauth-scopes") == nil)
    #expect(second.header("x-github-api-version-selected") == "2026-03-10")
    #expect(try get("/users/octocat", ["X-GitHub-Api-Version": "1999-01-01"]).status == 400)
    #expect(try get("/users/octocat", ["User-Agent": ""]).status == 403)
  }
}
