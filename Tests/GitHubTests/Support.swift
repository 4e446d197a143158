import Secrets
import Explorer
import GitHub
import HTTP
import REST
import JSON
import Synchronization

/// A client without a network: the test answers.
final class StubClient: HTTPClient {
  typealias Answer = @Sendable (Request) async throws(HTTPError) -> Response

  private let answer: Answer
  private let sent = Mutex<[Request]>([])

  init(_ answer: @escaping Answer) { self.answer = answer }

  /// Gives the responses one after the other, the last one for ever.
  convenience init(_ responses: Response...) {
    let rest = Rest(responses)
    self.init { _ in rest.next() ?? Response(status: 500) }
  }

  var requests: [Request] { sent.withLock { $0 } }

  func send(_ request: Request) async throws(HTTPError) -> Response {
    sent.withLock { $0.append(request) }
    return try await answer(request)
  }
}

/// What is given in turn, the last one for ever.
final class Rest<Element: Sendable>: Sendable {
  private let elements: Mutex<[Element]>

  init(_ elements: [Element]) { self.elements = Mutex(elements) }

  func next() -> Element? {
    elements.withLock { $0.count > 1 ? $0.removeFirst() : $0.first }
  }
}

/// A clock that stands still until it is moved.
final class StubTime: Sendable {
  private let time = Mutex<Duration>(.seconds(1000))

  var now: Duration { time.withLock { $0 } }

  func advance(by step: Duration) { time.withLock { $0 += step } }
}

/// Keeps the lines that were reported.
final class Lines: Sendable {
  private let lines = Mutex<[(level: ReportLevel, text: String)]>([])

  var report: Report { { level, text in self.lines.withLock { $0.append((level, text)) } } }
  var all: [String] { lines.withLock { $0.map(\.text) } }

  func of(_ level: ReportLevel) -> [String] {
    lines.withLock { $0.filter { $0.level == level }.map(\.text) }
  }
}

/// A launcher without processes: the test says what comes of a command.
final class StubLauncher: Launcher {
  private let outcome: @Sendable ([String]) -> LaunchOutcome
  private let launched = Mutex<[[String]]>([])

  init(_ outcome: @escaping @Sendable ([String]) -> LaunchOutcome = { _ in .notFound }) {
    self.outcome = outcome
  }

  var commands: [[String]] { launched.withLock { $0 } }

  func run(_ arguments: [String], limit: Duration) -> LaunchOutcome {
    launched.withLock { $0.append(arguments) }
    return outcome(arguments)
  }
}

/// A source and all that it was built with.
struct Bench {
  static let token = "ghp_0123456789secret"
  /// 7 January 2026, 10:31:03 UTC.
  static let wallClock: Int64 = 1_767_781_863

  let client: StubClient
  let time: StubTime
  let lines = Lines()
  let cache: ResponseCache<GitHubMemory.Key>
  let source: GitHubSource

  init(
    _ client: StubClient, token: String? = Bench.token, host: GitHubHost = .gitHub,
    graphQL: GraphQLUse = .never, cache: ResponseCache<GitHubMemory.Key> = ResponseCache(),
    time: StubTime = StubTime()
  ) {
    self.client = client
    self.time = time
    self.cache = cache
    source = makeSource(
      client, token: token, host: host, graphQL: graphQL, cache: cache, time: time,
      report: lines.report)
  }
}

/// A source that takes its token from the settings alone.
func makeSource(
  _ client: any HTTPClient, token: String?, host: GitHubHost = .gitHub,
  graphQL: GraphQLUse = .never, cache: ResponseCache<GitHubMemory.Key> = ResponseCache(),
  time: StubTime = StubTime(), avatarFiles: AvatarFiles? = nil,
  wallClock: @escaping @Sendable () -> Int64 = { Bench.wallClock },
  report: @escaping Report = { _, _ in }
) -> GitHubSource {
  let settings = GitHubSettings(
    host: host, token: token.map { Token($0) }, graphQL: graphQL)
  let redactor = Redactor()
  let credentials = Credentials(
    settings: settings, environment: { _ in nil }, launcher: StubLauncher(), redactor: redactor,
    report: report)
  return GitHubSource(
    settings: settings, version: "1.2.3", client: client, credentials: credentials,
    memory: GitHubMemory(answers: cache), redactor: redactor, avatarFiles: avatarFiles,
    now: { time.now }, wallClock: wallClock, report: report)
}

let second: Duration = .seconds(1)
let limit: Duration = .seconds(8)

extension Response {
  init(_ status: Int, _ headers: Headers = [:], _ body: String = "") {
    self.init(status: status, headers: headers, body: Array(body.utf8))
  }
}

extension Request {
  subscript(header name: String) -> String? { headers.first { $0.name == name }?.value }
}

/// Returns what `body` throws, nil where it does not.
func failure<Value>(
  of body: () async throws(SourceError) -> Value
) async -> SourceError? {
  do throws(SourceError) {
    _ = try await body()
    return nil
  } catch {
    return error
  }
}

let octocat = """
  {"login": "octocat", "id": 583231, "avatar_url": "https://avatars.example/u/583231",
   "html_url": "https://github.com/octocat", "type": "User", "name": "The Octocat"}
  """

/// A page of a search with these elements.
func searchBody(_ elements: String..., total: String = "1", isIncomplete: Bool = false) -> String {
  """
  {"total_count": \(total), "incomplete_results": \(isIncomplete),
   "items": [\(elements.joined(separator: ","))]}
  """
}

/// A person of that number.
func person(_ id: Int) -> String { #"{"login": "octocat\#(id)", "id": \#(id)}"# }
