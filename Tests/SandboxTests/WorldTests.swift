import System
import Testing

@testable import Sandbox

@Suite struct WorldTests {
  private let world = World(seed: 1, userCount: 3_000)

  @Test func aSeedMakesTheSameWorldEveryTime() {
    let again = World(seed: 1, userCount: 3_000)
    #expect(world.accounts == again.accounts)
    #expect(world.graph.following == again.graph.following)
    #expect(world.repositories(of: 40) == again.repositories(of: 40))
  }

  @Test func anotherSeedMakesAnotherWorld() {
    let other = World(seed: 2, userCount: 3_000)
    #expect(world.accounts[500] != other.accounts[500])
    #expect(world.graph.following != other.graph.following)
  }

  @Test func noTwoAccountsShareALoginOrAnID() {
    #expect(world.accounts.count == 3_000)
    #expect(Set(world.accounts.map { $0.login.lowercased() }).count == 3_000)
    #expect(Set(world.accounts.map(\.id)).count == 3_000)
  }

  @Test func loginsAreOfTheLettersThatLoginsHave() {
    for account in world.accounts {
      let isPlain = account.login.utf8.allSatisfy {
        UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 | 0x20 || "0123456789-_[]".utf8.contains($0)
      }
      guard isPlain else {
        Issue.record("\(account.login)")
        return
      }
    }
  }

  @Test func theOctocatIsWhoEveryoneExpects() throws {
    let index = try #require(world.index(login: "OctoCat"))
    #expect(world.accounts[index].id == 583_231)
    #expect(world.accounts[index].name == "The Octocat")
    #expect(world.repositories(of: index).count == 8)
    #expect(world.graph.followers[index].count > 100)
  }

  @Test func listsOfFollowersAgreeInBothDirections() {
    for (follower, targets) in world.graph.following.enumerated() {
      #expect(Set(targets).count == targets.count)
      #expect(!targets.contains(Int32(follower)))
    }
    let edges = world.graph.following.enumerated().flatMap { follower, targets in
      targets.map { [Int32(follower), $0] }
    }
    let reversed = world.graph.followers.enumerated().flatMap { target, followers in
      followers.map { [$0, Int32(target)] }
    }
    #expect(Set(edges) == Set(reversed))
  }

  @Test func everythingThatMakesClientsStumbleOccurs() {
    let accounts = world.accounts
    #expect(accounts.contains { $0.kind == .organization })
    #expect(accounts.contains { $0.kind == .bot && $0.login.hasSuffix("[bot]") })
    #expect(accounts.contains { $0.name == nil })
    #expect(accounts.contains { $0.bio == nil } && accounts.contains { $0.bio == "" })
    #expect(accounts.contains { $0.bio?.contains("\r\n") ?? false })
    #expect(accounts.contains { ($0.bio?.utf8.count ?? 0) > 900 })
    #expect(accounts.contains { $0.bio?.unicodeScalars.contains("\u{200D}") ?? false })
    #expect(accounts.contains { $0.company?.hasSuffix(" ") ?? false })
    #expect(accounts.contains { $0.blog.isEmpty })
    #expect(accounts.contains { !$0.blog.isEmpty && !$0.blog.contains("://") })
    #expect(accounts.contains { $0.login.contains("_") })
    #expect(accounts.contains { $0.publicRepositories == 0 })
    #expect(accounts.contains { $0.publicRepositories > 60 })
  }

  @Test(arguments: ["é", "и", "α", "벨", "霧", "مير", "מיר", "मि", "ル"])
  func namesAreInManyScripts(_ text: String) {
    #expect(world.accounts.contains { $0.name?.contains(text) ?? false })
  }

  @Test func aWorldMayBeSmall() {
    for count in [-1, 0, 1, 11] { #expect(World(seed: 1, userCount: count).accounts.count >= 10) }
  }

  @Test(arguments: [
    (0, "1970-01-01T00:00:00Z", "Thu, 01 Jan 1970 00:00:00 GMT"),
    (951_826_554, "2000-02-29T12:15:54Z", "Tue, 29 Feb 2000 12:15:54 GMT"),
    (1_767_225_600, "2026-01-01T00:00:00Z", "Thu, 01 Jan 2026 00:00:00 GMT"),
    (-1, "1969-12-31T23:59:59Z", "Wed, 31 Dec 1969 23:59:59 GMT"),
  ])
  func datesAreWrittenAsGitHubDoes(_ seconds: Int, _ iso: String, _ http: String) {
    #expect(CivilTime(secondsSince1970: seconds).rfc3339 == iso)
    #expect(CivilTime(secondsSince1970: seconds).httpDate == http)
  }
}
