import Service
import TestKit
import Testing

@testable import gitexplorer

@Suite("A command's session with the service", .timeLimit(.minutes(1)))
struct ServiceSessionTests {
  /// - Parameter isPatient: whether time stands still; else every wait is over at once.
  private func session(isPatient: Bool) -> ServiceSession {
    let (clock, source) = (TestClock(), StubSource())
    let environment = Environment(
      now: { clock.now },
      sleep: { if isPatient { await clock.sleep(until: $0) } },
      seed: 1, version: "1", makeSources: { _ in [source] })
    return ServiceSession(environment, Settings(), over: ServiceSession.connection())
  }

  @Test func `the answer to a request is its result`() async throws {
    let session = session(isPatient: true)
    let result = try await session.result(of: "initialize", [:])
    #expect(result["serverInfo"]?["name"] == "gitexplorer")
  }

  @Test func `an error that is answered is the command's`() async {
    let session = session(isPatient: true)
    await #expect(throws: CommandError.self) { try await session.result(of: "no/such", [:]) }
  }

  @Test func `a message that never comes is not waited for for ever`() async {
    let session = session(isPatient: false)
    await #expect(throws: CommandError.self) {
      try await session.next { $0["method"] == "profile/sectionLoaded" }
    }
  }

  @Test func `nothing is waited for from a service that has ended`() async {
    let session = session(isPatient: true)
    session.notify("exit", [:])
    await #expect(throws: CommandError.self) { try await session.next { _ in true } }
    #expect(await session.next() == nil)
    #expect(await session.exitCode == 1)
  }
}
