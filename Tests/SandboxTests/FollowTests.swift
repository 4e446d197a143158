import Sandbox
import Testing

@Suite(.timeLimit(.minutes(1))) struct FollowTests {
  private let sandbox: Sandbox
  private let client: Client

  init() throws {
    sandbox = try makeSandbox()
    client = Client(sandbox)
  }

  private func status(
    _ method: String, _ login: String, _ headers: [String: String] = token
  ) throws -> Int {
    try #require(client.ask(method, "/user/following/" + login, headers)).status
  }

  private func count(_ target: String, _ name: String) throws -> Int {
    try #require(client.get(target)?.json[name]?.intValue)
  }

  @Test func followingIsRememberedAndCounted() throws {
    #expect(try status("DELETE", "Octorok42") == 204)
    let before = try count("/users/Octorok42", "followers")
    let own = try count("/users/sandy-sandbox", "following")
    #expect(try status("GET", "octorok42") == 404)
    #expect(try status("PUT", "octorok42") == 204)
    #expect(try status("PUT", "octorok42") == 204)
    #expect(try status("GET", "octorok42") == 204)
    #expect(try count("/users/Octorok42", "followers") == before + 1)
    #expect(try count("/users/sandy-sandbox", "following") == own + 1)
    #expect(client.get("/users/sandy-sandbox/following/octorok42")?.status == 204)
    #expect(try status("DELETE", "octorok42") == 204)
    #expect(try status("DELETE", "octorok42") == 204)
    #expect(try status("GET", "octorok42") == 404)
    #expect(try count("/users/Octorok42", "followers") == before)
  }

  @Test(arguments: ["GET", "PUT", "DELETE"])
  func withoutATokenItIsRefused(_ method: String) throws {
    #expect(try status(method, "octocat", [:]) == 401)
  }

  @Test(arguments: ["PUT", "DELETE"])
  func aTokenThatMayNotIsToldSoAsGitHubDoes(_ method: String) throws {
    #expect(try status(method, "octocat", ["Authorization": "Bearer noscope-1"]) == 404)
    let answer = try #require(
      client.ask(
        method, "/user/following/octocat", ["Authorization": "Bearer finegrained-1"]))
    #expect(answer.status == 403)
    #expect(answer.header("x-accepted-github-permissions") == "followers=write")
    #expect(answer.header("x-oauth-scopes") == nil)
  }

  @Test func nobodyFollowsThemselvesOrNobody() throws {
    #expect(try status("PUT", "sandy-sandbox") == 422)
    for method in ["GET", "PUT", "DELETE"] { #expect(try status(method, "nobody-at-all") == 404) }
  }

  @Test func aPutWithoutALengthIsRefused() throws {
    client.send(
      "PUT /user/following/octocat HTTP/1.1\r\nHost: a\r\nUser-Agent: t\r\n"
        + "Authorization: Bearer t\r\n\r\n")
    #expect(client.answer()?.status == 411)
  }

  @Test func theTokenBelongsToSomeone() throws {
    #expect(client.get("/user", token)?.json["login"] == "sandy-sandbox")
    #expect(client.get("/user")?.status == 401)
    #expect(client.get("/user/following", token)?.status == 200)
  }
}
