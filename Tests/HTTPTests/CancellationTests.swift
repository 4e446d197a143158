import HTTP
import Synchronization
import TestKit
import Testing

@Suite("Cancellation", .timeLimit(.minutes(1)))
struct CancellationTests {
  @Test(arguments: ["", "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf"])
  func `a cancelled task hangs up on the server, in the midst of a body too`(
    beginning: String
  ) async throws {
    let (arrived, answered) = (Latch(), Latch())
    let wasHungUpOn = Mutex(false)
    let server = try LoopbackServer { _, connection in
      connection.write(beginning)
      arrived.open()
      let isHungUp = connection.waitForHangUp(atMost: .seconds(10))
      wasHungUpOn.withLock { $0 = isHungUp }
      answered.open()
    }
    defer { server.stop() }
    // Kept to the end: one that goes away hangs up too.
    let client = CurlClient()
    defer { client.shutdown() }
    let request = Request(url: server.origin, timeout: .seconds(600))
    let task = Task { await failure(of: request, by: client) }
    await arrived.wait()
    task.cancel()
    #expect(await task.value == .cancelled)
    await answered.wait()
    #expect(wasHungUpOn.withLock { $0 })
  }

  @Test func `a task that is cancelled already sends nothing`() async throws {
    let server = try LoopbackServer { _, connection in connection.respond(status: 200) }
    defer { server.stop() }
    let client = CurlClient()
    let request = Request(url: server.origin)
    let task = Task {
      // Comes back when the task is cancelled, and not before.
      _ = try? await Task.sleep(for: .seconds(600))
      return await failure(of: request, by: client)
    }
    task.cancel()
    #expect(await task.value == .cancelled)
    #expect(try await client.send(request).status == 200)
    #expect(server.requests.count == 1)
  }

  @Test func `a thousand requests cancelled at any point all come back once`() async throws {
    let server = try LoopbackServer { request, connection in
      if request.target.hasSuffix("7") { return connection.waitForHangUp() }
      connection.respond(status: 200, body: request.target)
    }
    defer { server.stop() }
    let client = CurlClient()
    let origin = server.origin
    var outcomes: [HTTPError?] = []
    await withTaskGroup(of: HTTPError?.self) { group in
      for number in 0..<1000 {
        if number >= 100, let outcome = await group.next() { outcomes.append(outcome) }
        let turns = number.isMultiple(of: 10) ? 0 : Int.random(in: 0..<500)
        group.addTask {
          let request = Request(url: "\(origin)/\(number)", timeout: .seconds(50))
          let task = Task { await failure(of: request, by: client) }
          for _ in 0..<turns { await Task.yield() }
          task.cancel()
          return await task.value
        }
      }
      for await outcome in group { outcomes.append(outcome) }
    }
    #expect(outcomes.count == 1000)
    #expect(outcomes.allSatisfy { $0 == nil || $0 == .cancelled })
    #expect(try await client.send(Request(url: origin)).status == 200)
  }

  @Test func `shutdown ends what hangs, and what comes after it`() async throws {
    let count = 20
    let (arrived, hungUp) = (Countdown(count), Countdown(count))
    let server = try LoopbackServer { _, connection in
      arrived.tick()
      connection.waitForHangUp()
      hungUp.tick()
    }
    defer { server.stop() }
    let client = CurlClient()
    let request = Request(url: server.origin, timeout: .seconds(600))
    let tasks = (0..<count).map { _ in Task { await failure(of: request, by: client) } }
    await arrived.latch.wait()
    #expect(ContinuousClock().measure { client.shutdown() } < .seconds(1))
    for task in tasks { #expect(await task.value == .cancelled) }
    await hungUp.latch.wait()
    #expect(await failure(of: request, by: client) == .cancelled)
    client.shutdown()
  }

  @Test func `a client that is forgotten lets go of its connections`() async throws {
    let hungUp = Latch()
    let server = try LoopbackServer(onConnection: { connection in
      connection.write("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
      connection.waitForHangUp()
      hungUp.open()
    })
    defer { server.stop() }
    #expect(try await CurlClient().send(Request(url: server.origin)).status == 200)
    await hungUp.wait()
  }
}

/// Opens a latch at the last of a number of ticks.
private final class Countdown: Sendable {
  let latch = Latch()
  private let left: Mutex<Int>

  init(_ count: Int) { left = Mutex(count) }

  func tick() {
    let isLast = left.withLock { left in
      left -= 1
      return left == 0
    }
    if isLast { latch.open() }
  }
}
