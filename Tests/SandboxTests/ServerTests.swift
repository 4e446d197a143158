import Testing

@testable import Sandbox

@Suite(.timeLimit(.minutes(1))) struct ServerTests {
  @Test func aHundredAndSixtySlowRequestsAreAnsweredAtOnce() throws {
    let sandbox = try makeSandbox("latency=300ms")
    let elapsed = ContinuousClock().measure {
      let clients = (0..<160).map { _ in Client(sandbox) }
      for (i, client) in clients.enumerated() {
        let list = ["", "/repos", "/followers", "/following"][i % 4]
        client.send(Client.request("GET", "/users/octocat" + list))
      }
      for client in clients { #expect(client.answer()?.status == 200) }
    }
    // One after another they would take 48 seconds.
    #expect(elapsed < .seconds(30))
  }

  @Test func manyThreadsOfClientsGetTheSameAnswers() async throws {
    let sandbox = try makeSandbox()
    let expected = Client(sandbox).get("/users/octocat/followers")?.body
    await withTaskGroup(of: Bool.self) { group in
      for _ in 0..<8 {
        group.addTask {
          let client = Client(sandbox)
          return (0..<50).allSatisfy { _ in
            client.get("/users/octocat/followers")?.body == expected
          }
        }
      }
      for await isSame in group { #expect(isSame) }
    }
  }

  @Test func pipelinedRequestsAreAnsweredInOrder() throws {
    let sandbox = try makeSandbox("latency=20ms:30%")
    let client = Client(sandbox)
    client.send(
      (1...20).map { Client.request("GET", "/users/octocat/repos?per_page=\($0)") }.joined())
    for count in 1...20 {
      #expect(client.answer()?.json.arrayValue?.count == min(count, 8))
    }
  }

  @Test func aConnectionEndsWhenItIsAskedTo() throws {
    let sandbox = try makeSandbox()
    let client = Client(sandbox)
    #expect(client.get("/", ["Connection": "close"])?.header("connection") == "close")
    #expect(client.isEnded())
  }

  @Test func oldClientsAreServed() throws {
    let sandbox = try makeSandbox()
    let client = Client(sandbox)
    client.send("GET /users/octocat HTTP/1.0\r\nUser-Agent: t\r\n\r\n")
    let answer = client.answer()
    #expect(answer?.json["url"]?.stringValue == sandbox.url + "/users/octocat")
    #expect(client.isEnded())
  }

  @Test func aMalformedRequestGetsAnAnswerAndTheEnd() throws {
    let sandbox = try makeSandbox()
    let client = Client(sandbox)
    client.send("nonsense\r\n\r\n" + String(repeating: "x", count: 100_000))
    #expect(client.answer()?.status == 400)
    #expect(client.isEnded())
  }

  @Test func randomBytesDoNoHarm() throws {
    let sandbox = try makeSandbox()
    var random = SplitMix64(seed: 9)
    for _ in 0..<100 {
      let client = Client(sandbox)
      client.send((0..<random.below(2_000)).map { _ in UInt8(random.below(256)) })
      client.hangUp()
    }
    #expect(Client(sandbox).get("/users/octocat")?.status == 200)
  }

  @Test func tooManyConnectionsAreTurnedAway() throws {
    let sandbox = try makeSandbox()
    let clients = (0..<Listener.maximumConnections).map { _ in Client(sandbox) }
    for client in clients { #expect(client.get("/")?.status == 200) }
    let late = Client(sandbox)
    #expect(late.answer()?.status == 503)
    clients[0].hangUp()
    while Client(sandbox).get("/")?.status != 200 {}
  }

  @Test func stoppingEndsWhateverIsGoingOn() throws {
    let sandbox = try makeSandbox("user:hang,repos:latency=10m,followers:drip=1/s,search:big=9GB")
    let clients = (0..<5).map { _ in Client(sandbox) }
    clients[0].send(Client.request("GET", "/users/octocat"))
    clients[1].send(Client.request("GET", "/users/octocat/repos"))
    clients[2].send(Client.request("GET", "/users/octocat/followers"))
    clients[3].send(Client.request("GET", "/search/users?q=a"))
    while sandbox.requests.count < 4 { _ = clients[4].get("/_sandbox/requests") }
    let elapsed = ContinuousClock().measure { sandbox.stop() }
    #expect(elapsed < .seconds(5))
    #expect(sandbox.requests.allSatisfy { $0.ending == .dropped })
    #expect(clients[4].isEnded())
    sandbox.stop()
  }

  @Test func stoppingEndsAClientThatNeverPauses() async throws {
    let sandbox = try makeSandbox()
    let client = Client(sandbox)
    #expect(client.get("/")?.status == 200)
    client.send(String(repeating: Client.request("GET", "/meta"), count: 2_000))
    sandbox.stop()
    #expect(sandbox.requests.count < 2_001)
  }

  @Test func aTakenPortIsNamed() throws {
    let sandbox = try makeSandbox()
    do throws(SandboxError) {
      _ = try Sandbox(Sandbox.Options(port: sandbox.port))
      Issue.record("started on a port that is taken")
    } catch {
      #expect(error == .portTaken(sandbox.port))
      #expect(error.description.contains(String(sandbox.port)))
    }
  }

  @Test func thePortIsFreeAfterAStop() throws {
    let first = try makeSandbox()
    let port = first.port
    #expect(Client(first).get("/")?.status == 200)
    first.stop()
    let second = try Sandbox(Sandbox.Options(port: port, userCount: 20))
    #expect(second.port == port)
    #expect(Client(second).get("/")?.status == 200)
  }
}
