import Explorer
import GitHub
import HTTP
import REST
import Testing

@Suite("Following", .timeLimit(.minutes(1)))
struct FollowingTests {
  private func isFollowing(_ bench: Bench) async throws(SourceError) -> Bool {
    try await bench.source.isFollowing("octocat", timeout: limit)
  }

  private func set(_ bench: Bench, to following: Bool = true) async -> SourceError? {
    await failure { () async throws(SourceError) in
      try await bench.source.setFollowing("octocat", to: following, timeout: limit)
    }
  }

  @Test(arguments: [(204, true), (404, false)])
  func `whether one follows is a status`(status: Int, answer: Bool) async throws {
    #expect(try await isFollowing(Bench(StubClient(Response(status)))) == answer)
  }

  @Test func `following is a PUT, unfollowing a DELETE`() async {
    let bench = Bench(StubClient(Response(204)))
    #expect(await set(bench, to: true) == nil)
    #expect(await set(bench, to: false) == nil)
    #expect(bench.client.requests.map(\.method) == [.put, .delete])
    #expect(
      Set(bench.client.requests.map(\.url)) == ["https://api.github.com/user/following/octocat"])
  }

  @Test func `without a token nothing is sent`() async {
    let bench = Bench(StubClient(Response(204)), token: nil)
    #expect(await set(bench) == SourceError(.unauthorized(.noToken)))
    let error = await failure { () async throws(SourceError) in try await isFollowing(bench) }
    #expect(error == SourceError(.unauthorized(.noToken)))
    #expect(bench.client.requests.isEmpty)
  }

  @Test(arguments: [true, false])
  func `a 404 for someone who exists is a missing scope`(following: Bool) async {
    let bench = Bench(StubClient(Response(404), Response(200, [:], octocat)))
    let error = await set(bench, to: following)
    #expect(error?.cause == .forbidden(.missingScope("user:follow")))
    #expect(error?.httpStatus == 404)
    #expect(bench.client.requests.last?.url == "https://api.github.com/users/octocat")
  }

  @Test func `a 404 for nobody is not found`() async {
    #expect(
      await set(Bench(StubClient(Response(404))))?.cause == .notFound(what: "user octocat"))
  }

  @Test func `when it cannot be known who exists, that is the error`() async {
    let error = await set(Bench(StubClient(Response(404), Response(502))))
    #expect(error?.cause == .serverError)
  }

  @Test(arguments: [
    (Headers([("X-Accepted-GitHub-Permissions", "followers=write")]), ""),
    (Headers(), #"{"message": "Resource not accessible by personal access token"}"#),
  ])
  func `a fine-grained token lacks a permission`(headers: Headers, body: String) async {
    let error = await set(Bench(StubClient(Response(403, headers, body))))
    #expect(error?.cause == .forbidden(.missingPermission("followers=write")))
  }

  @Test func `having followed, the person is asked for anew`() async throws {
    let bench = Bench(StubClient(Response(200, [:], octocat), Response(204)))
    let age = Freshness.within(.seconds(60))
    _ = try await bench.source.load(.user, of: "octocat", freshness: age, timeout: limit)
    #expect(await set(bench) == nil)
    _ = await failure { () async throws(SourceError) in
      try await bench.source.load(.user, of: "octocat", freshness: age, timeout: limit)
    }
    #expect(bench.client.requests.count == 3)
  }

  @Test func `an inspection tells scopes, budgets and where the token is from`() async throws {
    let body = #"{"resources": {"core": {"limit": 60, "remaining": 59, "reset": 1767781963}}}"#
    let headers: Headers = [
      "X-OAuth-Scopes": "repo, user:follow", "Date": "Wed, 07 Jan 2026 10:31:03 GMT",
    ]
    let bench = Bench(StubClient(Response(200, headers, body)))
    let inspection = try await bench.source.inspect(timeout: limit)
    #expect(inspection.scopes == ["repo", "user:follow"])
    #expect(inspection.tokenOrigin == .setting)
    #expect(
      inspection.budgets == [
        RateBudget.Reading(
          resource: "core", limit: 60, remaining: 59, resetsIn: .seconds(100))
      ])
    let bare = try await Bench(StubClient(Response(404))).source.inspect(timeout: limit)
    #expect(bare.scopes == nil && bare.budgets.isEmpty)
  }
}
