import JSON
import System
import Testing

@testable import Sandbox

@Suite(.timeLimit(.minutes(1))) struct FaultTests {
  private func answer(_ faults: String) throws -> Client.Answer? {
    let sandbox = try makeSandbox(faults)
    return Client(sandbox).get("/users/octocat")
  }

  @Test(arguments: [400, 401, 403, 404, 422, 429, 500, 502, 503, 504, 599])
  func anErrorHasItsStatusAndAMessage(_ status: Int) throws {
    let answer = try #require(try answer("error=\(status)"))
    #expect(answer.status == status)
    #expect(answer.json["message"]?.stringValue?.isEmpty == false)
    #expect(answer.header("x-ratelimit-limit") != nil)
  }

  @Test func aDroppedRequestGetsNoAnswer() throws {
    #expect(try answer("drop") == nil)
  }

  @Test func aCutBodyIsShorterThanItSays() throws {
    let answer = try #require(try answer("cut"))
    #expect(answer.status == 200 && !answer.isWhole && !answer.body.isEmpty)
  }

  @Test func aHalfBodySaysItIsWhole() throws {
    let answer = try #require(try answer("half"))
    #expect(answer.isWhole && answer.json == .null && !answer.body.isEmpty)
  }

  @Test func aPageComesInPlaceOfJSON() throws {
    for (fault, status) in [("html", 503), ("html200", 200)] {
      let answer = try #require(try answer(fault))
      #expect(answer.status == status)
      #expect(answer.header("content-type") == "text/html; charset=utf-8")
      #expect(answer.text.contains("Unicorn!"))
    }
  }

  @Test func anEmptyBodyIsEmpty() throws {
    let answer = try #require(try answer("empty"))
    #expect(answer.status == 200 && answer.body.isEmpty)
  }

  @Test func aBigBodyIsAsBigAsItSays() throws {
    let answer = try #require(try answer("big=3MB"))
    #expect(answer.isWhole && answer.body.count == 3_000_000)
    #expect(answer.json == [])
  }

  @Test func anUsedUpBudgetSaysWhenItIsFullAgain() throws {
    let sandbox = try makeSandbox("primary=30s")
    let client = Client(sandbox)
    let answer = try #require(client.get("/search/users?q=octo", token))
    #expect(answer.status == 403)
    #expect(answer.header("x-ratelimit-remaining") == "0")
    let reset = try #require(answer.header("x-ratelimit-reset").flatMap { Int($0) })
    #expect((25...31).contains(reset - Int(WallClock.seconds())))
    #expect(answer.json["message"]?.stringValue?.contains("API rate limit exceeded") == true)
    let budgets = client.get("/rate_limit", token)?.json["resources"]
    #expect(budgets?["search"]?["remaining"] == 0)
    #expect(budgets?["search"]?["reset"]?.intValue == reset)
  }

  @Test func aSpellEndsForGoodUnlessItIsDrawn() throws {
    let state = FaultState(try Faults(parsing: "primary=30s"), seed: 1)
    func limitEnd(_ now: Int) -> Int? {
      state.decision(at: .search, epochSeconds: now).limitEnd
    }
    #expect(limitEnd(100) == 130)
    #expect(limitEnd(129) == 130)
    #expect(limitEnd(130) == nil)
    #expect(limitEnd(1_000) == nil)
  }

  @Test func aSecondaryLimitTellsHowLongOnlyWhereAsked() throws {
    let plain = try #require(try answer("secondary"))
    #expect(plain.status == 403 && plain.header("retry-after") == nil)
    #expect(plain.header("x-ratelimit-remaining") != "0")
    #expect(plain.json["message"]?.stringValue?.contains("secondary rate limit") == true)
    #expect(try answer("secondary=5s")?.header("retry-after") == "5")
  }

  @Test func latencyDelaysTheAnswer() throws {
    let sandbox = try makeSandbox("latency=150ms")
    let client = Client(sandbox)
    let elapsed = ContinuousClock().measure { #expect(client.get("/")?.status == 200) }
    #expect(elapsed >= .milliseconds(150))
  }

  @Test func aDripTakesItsTime() throws {
    let sandbox = try makeSandbox("drip=4KB/s")
    let client = Client(sandbox)
    let elapsed = ContinuousClock().measure {
      #expect(client.get("/users/octocat")?.isWhole == true)
    }
    #expect(elapsed >= .milliseconds(250))
  }

  @Test func aHangLastsUntilTheClientGoes() throws {
    let sandbox = try makeSandbox("hang")
    let client = Client(sandbox)
    client.send(Client.request("GET", "/users/octocat"))
    client.hangUp()
    let observer = Client(sandbox)
    while observer.get("/_sandbox/requests")?.json.arrayValue?.first?["ended"] != "hung-up" {}
    #expect(sandbox.requests.map(\.ending) == [.hungUp])
  }

  @Test func aClientThatGoesDuringLatencyIsNoticed() throws {
    let sandbox = try makeSandbox("latency=10m")
    let client = Client(sandbox)
    client.send(Client.request("GET", "/users/octocat") + Client.request("GET", "/user"))
    client.hangUp()
    let observer = Client(sandbox)
    while observer.get("/_sandbox/requests")?.json.arrayValue?.first?["ended"] != "hung-up" {}
    #expect(sandbox.requests.count == 1)
  }

  @Test func aFaultKeepsToItsPlace() throws {
    let sandbox = try makeSandbox("repos:error=502")
    let client = Client(sandbox)
    #expect(client.get("/users/octocat/repos")?.status == 502)
    #expect(client.get("/user/583231/repos?page=2")?.status == 502)
    for target in ["/users/octocat", "/users/octocat/followers", "/search/users?q=a", "/user"] {
      #expect(client.get(target, token)?.status == 200, "\(target)")
    }
  }

  @Test func askingForTheBudgetsFailsLikeTheRestButIsNotLimited() throws {
    let sandbox = try makeSandbox("error=500:first=1,primary")
    let client = Client(sandbox)
    #expect(client.get("/rate_limit")?.status == 500)
    #expect(client.get("/users/octocat")?.status == 429)
    #expect(client.get("/rate_limit")?.status == 200)
  }

  @Test func onlyTheFirstRequestsAreMet() throws {
    let sandbox = try makeSandbox("error=500:first=2")
    let client = Client(sandbox)
    let statuses = (0..<4).map { _ in client.get("/users/octocat")?.status }
    #expect(statuses == [500, 500, 200, 200])
  }

  @Test func drawsRepeatWithTheirSeed() throws {
    func statuses(_ seed: Int) throws -> [Int?] {
      let sandbox = try makeSandbox("error=500:40%,seed=\(seed)")
      let client = Client(sandbox)
      return (0..<60).map { _ in client.get("/")?.status }
    }
    let first = try statuses(1)
    #expect(try statuses(1) == first)
    #expect(try statuses(2) != first)
    #expect((10...40).contains(first.count { $0 == 500 }))
  }

  @Test func faultsAreChangedWhileItRuns() throws {
    let sandbox = try makeSandbox()
    let client = Client(sandbox)
    #expect(client.get("/users/octocat")?.status == 200)
    #expect(client.ask("PUT", "/_sandbox/faults", body: "user:error=503")?.status == 200)
    #expect(client.get("/_sandbox/faults")?.json == ["faults": "user:error=503"])
    #expect(client.get("/users/octocat")?.status == 503)
    let refused = try #require(client.ask("PUT", "/_sandbox/faults", body: "explode"))
    #expect(refused.status == 422)
    #expect(refused.json["message"]?.stringValue?.contains("'explode'") == true)
    #expect(client.get("/users/octocat")?.status == 503)
    sandbox.setFaults(.none)
    #expect(client.get("/users/octocat")?.status == 200)
  }

  @Test(arguments: [
    ["Host": "rebound.example"], ["Host": "127.0.0.1.example:80"], ["Host": "localhost.example"],
    ["Host": "[::1].example"], ["Origin": "https://page.example"], ["Origin": "null"],
    ["Origin": "http://127.0.0.1"],
  ])
  func aWebPageControlsNothing(_ headers: [String: String]) throws {
    let sandbox = try makeSandbox()
    let client = Client(sandbox)
    #expect(client.ask("PUT", "/_sandbox/faults", headers, body: "drop")?.status == 403)
    #expect(client.ask("DELETE", "/api/v3/_sandbox/requests", headers)?.status == 403)
    #expect(client.get("/_sandbox/requests", headers)?.status == 403)
    #expect(client.get("/_sandbox/faults")?.json == ["faults": ""])
  }

  @Test(arguments: ["127.0.0.1", "127.0.0.1:8080", "LOCALHOST:80", "[::1]:80", "[::1]"])
  func aProgramOnThisMachineControlsIt(_ host: String) throws {
    let sandbox = try makeSandbox()
    #expect(Client(sandbox).get("/_sandbox/faults", ["Host": host])?.status == 200)
  }

  @Test func aLostAnswerHasTakenEffect() throws {
    let sandbox = try makeSandbox("follow:drop:first=1")
    #expect(Client(sandbox).ask("PUT", "/user/following/octorok42", token) == nil)
    #expect(Client(sandbox).get("/user/following/octorok42", token)?.status == 204)
  }

  @Test func theLogShowsRequestsButNoTokens() throws {
    let sandbox = try makeSandbox("me:drop")
    _ = Client(sandbox).get("/user", ["Authorization": "Bearer s3cret"])
    let client = Client(sandbox)
    _ = client.get("/search/users?q=octo", ["Authorization": "Bearer s3cret"])
    let log = try #require(client.get("/_sandbox/requests"))
    #expect(!log.text.contains("s3cret"))
    #expect(log.json.arrayValue?.map { $0["ended"] } == ["dropped", "answered"])
    #expect(log.json.arrayValue?.last?["target"] == "/search/users?q=octo")
    #expect(client.ask("DELETE", "/_sandbox/requests")?.status == 204)
    #expect(client.get("/_sandbox/requests")?.json == [])
  }
}
