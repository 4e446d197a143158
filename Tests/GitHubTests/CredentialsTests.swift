import Secrets
import Explorer
import GitHub
import HTTP
import Synchronization
import TestKit
import Testing

@Suite("Credentials", .timeLimit(.minutes(1)))
struct CredentialsTests {
  /// What is found with a setting, a command, variables and commands that print.
  private func find(
    setting: String? = nil, command: [String]? = nil, variables: [String: String] = [:],
    host: GitHubHost = .gitHub, outcomes: [String: LaunchOutcome] = [:], lines: Lines = Lines(),
    launcher: StubLauncher? = nil
  ) async throws -> Credential {
    let credentials = Credentials(
      settings: GitHubSettings(
        host: host, token: setting.map { Token($0) }, tokenCommand: command),
      environment: { variables[$0] },
      launcher: launcher ?? StubLauncher { outcomes[$0[0]] ?? .notFound }, report: lines.report)
    return try await credentials.credential()
  }

  private static let everything = [
    "GH_TOKEN": "t3", "GITHUB_TOKEN": "t4", "GH_ENTERPRISE_TOKEN": "e3",
    "GITHUB_ENTERPRISE_TOKEN": "e4",
  ]
  private static let commands: [String: LaunchOutcome] = [
    "pass": .output(Array(" t2 \r\nsecond line\n".utf8)), "gh": .output(Array("t5\n".utf8)),
  ]

  @Test func `the first of the places that has one wins`() async throws {
    var variables = Self.everything
    func found(_ setting: String?, _ command: [String]?) async throws -> Credential {
      try await find(
        setting: setting, command: command, variables: variables, outcomes: Self.commands)
    }
    #expect(try await found("t1", ["pass"]) == Credential(token: Token("t1"), origin: .setting))
    #expect(try await found(nil, ["pass"]) == Credential(token: Token("t2"), origin: .command))
    #expect(
      try await found(nil, nil)
        == Credential(token: Token("t3"), origin: .environment(variable: "GH_TOKEN")))
    variables["GH_TOKEN"] = ""
    #expect(
      try await found(nil, nil)
        == Credential(token: Token("t4"), origin: .environment(variable: "GITHUB_TOKEN")))
    variables["GITHUB_TOKEN"] = nil
    #expect(try await found(nil, nil) == Credential(token: Token("t5"), origin: .gh))
  }

  @Test func `another host has variables of its own, and is named to gh`() async throws {
    let host = try #require(GitHubHost(baseURL: "https://git.example.org/api/v3"))
    var variables = Self.everything
    #expect(
      try await find(variables: variables, host: host)
        == Credential(token: Token("e3"), origin: .environment(variable: "GH_ENTERPRISE_TOKEN")))
    variables["GH_ENTERPRISE_TOKEN"] = nil
    #expect(try await find(variables: variables, host: host).token == Token("e4"))
    let launcher = StubLauncher()
    _ = try await find(host: host, launcher: launcher)
    #expect(launcher.commands == [["gh", "auth", "token", "--hostname", "git.example.org"]])
  }

  @Test func `gh is not asked about this computer`() async throws {
    let launcher = StubLauncher()
    let host = try #require(GitHubHost(baseURL: "http://127.0.0.1:8080"))
    #expect(try await find(host: host, launcher: launcher) == .anonymous)
    #expect(launcher.commands.isEmpty)
  }

  @Test func `none is fine and is said`() async throws {
    let lines = Lines()
    #expect(try await find(lines: lines) == .anonymous)
    #expect(lines.of(.info).count == 1 && lines.of(.warning).isEmpty)
  }

  @Test(arguments: [
    LaunchOutcome.failed(status: 1), .notFound, .refused, .timedOut, .output([]),
    .output(Array("two words\n".utf8)),
  ])
  func `a command that fails is said once and passed over`(outcome: LaunchOutcome) async throws {
    let lines = Lines()
    let found = try await find(
      command: ["pass", "show"], variables: ["GH_TOKEN": "t3"], outcomes: ["pass": outcome],
      lines: lines)
    #expect(found.token == Token("t3"))
    #expect(lines.of(.warning).count == 1)
    #expect(!lines.all.contains { $0.contains("two words") })
  }

  @Test(arguments: ["secret\nline", "secret\u{7}", ""])
  func `a token that cannot be sent is refused without being shown`(text: String) async throws {
    let lines = Lines()
    let found = try await find(setting: text, variables: ["GH_TOKEN": "t3"], lines: lines)
    #expect(found.origin == .environment(variable: "GH_TOKEN"))
    #expect(lines.of(.warning).count == 1)
    #expect(!lines.all.contains { $0.contains("secret") })
  }

  @Test func `requests at the same time share one lookup, which begins with the first`() async {
    let launcher = StubLauncher { _ in .output(Array("t\n".utf8)) }
    let credentials = Credentials(
      settings: GitHubSettings(), environment: { _ in nil }, launcher: launcher,
      report: { _, _ in })
    #expect(launcher.commands.isEmpty && credentials.found == nil)
    let tokens = await withTaskGroup(of: Token?.self) { group in
      for _ in 0..<100 {
        group.addTask { try? await credentials.credential().token }
      }
      return await group.reduce(into: Set<Token?>()) { $0.insert($1) }
    }
    #expect(tokens == [Token("t")])
    #expect(launcher.commands.count == 1)
    #expect(credentials.found?.origin == .gh)
  }

  /// Credentials whose lookup begins only when it is told to.
  private func held(
    sleep: @escaping @Sendable (Duration) async -> Void
  ) -> (Credentials, Shared<(@Sendable () -> Void)?>, Latch) {
    let lookup = Shared<(@Sendable () -> Void)?>(nil)
    let begun = Latch()
    let credentials = Credentials(
      settings: GitHubSettings(token: Token("t")), environment: { _ in nil },
      launcher: StubLauncher(), report: { _, _ in }, sleep: sleep,
      start: { body in
        lookup.set(body)
        begun.open()
        return true
      })
    return (credentials, lookup, begun)
  }

  @Test func `a cancelled request stops waiting, the lookup goes on`() async throws {
    let (credentials, lookup, begun) = held { _ in await Latch().waitOrCancel() }
    let task = Task {
      await failure { () async throws(SourceError) in
        try await credentials.credential()
      }
    }
    await begun.wait()
    task.cancel()
    #expect(await task.value?.cause == .cancelled)
    #expect(credentials.found == nil)
    lookup.value?()
    #expect(credentials.found?.token == Token("t"))
    #expect(try await credentials.credential().token == Token("t"))
  }

  @Test func `a lookup that takes long is told once, and waited for`() async throws {
    let over = Latch()
    let stages = Shared<[SourceProgress.Stage]>([])
    let lines = Lines()
    let told = Latch()
    let lookup = Shared<(@Sendable () -> Void)?>(nil)
    let credentials = Credentials(
      settings: GitHubSettings(token: Token("t"), tokenCommand: ["pass", "s3cret"]),
      environment: { _ in nil }, launcher: StubLauncher(), report: lines.report,
      sleep: { _ in await over.wait() },
      start: { body in
        lookup.set(body)
        over.open()
        return true
      },
      waiting: { stage in
        stages.set(stages.value + [stage])
        told.open()
      })
    let task = Task { try await credentials.credential() }
    await told.wait()
    #expect(stages.value == [.began(title: "Waiting for github.tokenCommand (pass)")])
    lookup.value?()
    #expect(try await task.value.token == Token("t"))
    #expect(stages.value.last == .ended && lines.of(.info).count == 1)
    #expect(!lines.all.contains { $0.contains("s3cret") })
  }

  @Test(arguments: [LaunchOutcome.failed(status: 1), .timedOut, .notFound])
  func `that nothing was found is no answer for the session`(first: LaunchOutcome) async throws {
    let outcome = Shared(first)
    let launcher = StubLauncher { _ in outcome.value }
    let lines = Lines()
    let credentials = Credentials(
      settings: GitHubSettings(tokenCommand: ["pass"]), environment: { _ in nil },
      launcher: launcher, report: lines.report)
    #expect(try await credentials.credential() == .anonymous)
    #expect(credentials.found == .anonymous, "what was asked anonymously is found again")
    #expect(try await credentials.credential() == .anonymous)
    #expect(lines.of(.info).count == 1, "none is said once")
    outcome.set(.output(Array("t\n".utf8)))
    #expect(try await credentials.credential().token == Token("t"))
    let count = launcher.commands.count
    _ = try await credentials.credential()
    #expect(launcher.commands.count == count, "a token that was found is kept")
  }

  @Test func `a refused token is looked up once more`() async throws {
    let outcome = Shared(LaunchOutcome.output(Array("t1\n".utf8)))
    let credentials = Credentials(
      settings: GitHubSettings(tokenCommand: ["pass"]), environment: { _ in nil },
      launcher: StubLauncher { _ in outcome.value }, report: { _, _ in })
    _ = try await credentials.credential()
    #expect(try await credentials.credential(replacing: Token("t1")) == nil, "it is given again")
    outcome.set(.output(Array("t2\n".utf8)))
    #expect(try await credentials.credential(replacing: Token("t1"))?.token == Token("t2"))
    outcome.set(.output(Array("t3\n".utf8)))
    #expect(
      try await credentials.credential(replacing: Token("t1"))?.token == Token("t2"),
      "somebody else has looked it up already")
  }

  @Test func `settings that are sent again are heeded`() async throws {
    let outcome = Shared(LaunchOutcome.output(Array("t1\n".utf8)))
    let credentials = Credentials(
      settings: GitHubSettings(tokenCommand: ["pass"]), environment: { _ in nil },
      launcher: StubLauncher { _ in outcome.value }, report: { _, _ in })
    _ = try await credentials.credential()
    outcome.set(.output(Array("t2\n".utf8)))
    credentials.lookAgain()
    #expect(try await credentials.credential().token == Token("t2"))
  }

  @Test func `white space around a token in a variable is no part of it`() async throws {
    #expect(try await find(variables: ["GH_TOKEN": " t3\r\n"]).token == Token("t3"))
    #expect(
      try await find(variables: ["GH_TOKEN": " \n", "GITHUB_TOKEN": "t4"]).token == Token("t4"))
  }

  @Test(arguments: [
    ("https://api.github.com", "t3"), ("https://api.octo.ghe.com", "t3"),
    ("https://octo.ghe.com/api/v3", "t3"), ("https://ghe.com", "e3"),
    ("https://api.github.com.example.org", "e3"), ("https://notghe.com", "e3"),
  ])
  func `the variables of github.com are for its own hosts`(
    url: String, token: String
  ) async throws {
    let host = try #require(GitHubHost(baseURL: url))
    #expect(try await find(variables: Self.everything, host: host).token == Token(token))
  }

  @Test func `without a thread there is no token, but an answer`() async throws {
    let credentials = Credentials(
      settings: GitHubSettings(token: Token("t")), environment: { _ in nil },
      launcher: StubLauncher(), report: { _, _ in }, start: { _ in false })
    #expect(try await credentials.credential() == .anonymous)
  }
}

/// A value that several tasks may set and read.
final class Shared<Value: Sendable>: Sendable {
  private let mutex: Mutex<Value>

  init(_ value: Value) { mutex = Mutex(value) }

  var value: Value { mutex.withLock { $0 } }

  func set(_ value: Value) { mutex.withLock { $0 = value } }
}

extension Latch {
  /// Returns when the task is cancelled.
  func waitOrCancel() async {
    await withTaskCancellationHandler {
      await wait()
    } onCancel: {
      open()
    }
  }
}
