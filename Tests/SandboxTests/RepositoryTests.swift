import JSON
import Testing

@testable import Sandbox

@Suite(.timeLimit(.minutes(1))) struct RepositoryTests {
  @Test func contributorsComeInPagesThoseWithMostCommitsFirst() throws {
    let sandbox = try makeSandbox()
    let client = Client(sandbox)
    let answer = try #require(client.get("/repos/octocat/hello-world/contributors?per_page=10"))
    let commits = answer.json.arrayValue?.compactMap { $0["contributions"]?.intValue } ?? []
    #expect(commits.count == 10 && commits == commits.sorted(by: >))
    #expect(answer.header("link")?.contains("page=2>; rel=\"next\"") == true)
    #expect(client.get("/repos/octocat/Hello-World")?.json["full_name"] == "octocat/hello-world")
    #expect(client.get("/repos/octocat/nothing/contributors")?.status == 404)
  }

  @Test func codeOwnersAreFoundWanting() throws {
    let sandbox = try makeSandbox()
    let client = Client(sandbox)
    let answer = client.get("/repos/octocat/hello-world/codeowners/errors?ref=main")
    let first = answer?.json["errors"]?.arrayValue?.first
    #expect(first?["kind"] == "Unknown owner" && first?["line"] == 3 && first?["column"] == 9)
    #expect(first?["path"] == ".github/CODEOWNERS")
    #expect(client.get("/repos/octocat/hello-world/codeowners/errors?ref=x")?.status == 404)
    #expect(client.get("/repos/octokit/nothing/codeowners/errors")?.status == 404)
  }

  @Test func avatarsArePicturesWithTags() throws {
    let sandbox = try makeSandbox()
    let client = Client(sandbox)
    let starts: [String: [UInt8]] = [
      "image/png": [0x89, 0x50, 0x4E, 0x47], "image/jpeg": [0xFF, 0xD8, 0xFF],
      "image/gif": Array("GIF8".utf8), "image/webp": Array("RIFF".utf8),
    ]
    var seen: Set<String> = []
    for id in 583_300...583_308 {
      guard let answer = client.get("/avatars/u/\(id)?v=4"), answer.status == 200 else { continue }
      let type = try #require(answer.header("content-type"))
      seen.insert(type)
      #expect(answer.body.starts(with: starts[type] ?? [0]))
      #expect(answer.headers.allSatisfy { !$0.name.hasPrefix("x-ratelimit") })
      let tag = try #require(answer.header("etag"))
      #expect(client.get("/avatars/u/\(id)?v=4", ["If-None-Match": tag])?.status == 304)
    }
    #expect(seen == Set(starts.keys))
    #expect(client.get("/avatars/u/1")?.status == 404)
  }

  @Test func avatarsMisbehaveOnDemand() throws {
    let big = try makeSandbox("avatar:big=2MB")
    #expect(Client(big).get("/avatars/u/583231")?.body.count == 2_000_000)
    let page = try makeSandbox("avatar:html200")
    #expect(
      Client(page).get("/avatars/u/583231")?.header("content-type")?.hasPrefix("text/html") == true)
    let moved = try makeSandbox("avatar:redirect")
    let answer = Client(moved).get("/avatars/u/583231?v=4")
    #expect(answer?.status == 302)
    #expect(
      answer?.header("location") == "http://localhost:\(moved.port)/avatars/u/583231?v=4")
    #expect(Client(moved).get("/users/octocat")?.status == 200)
  }
}
