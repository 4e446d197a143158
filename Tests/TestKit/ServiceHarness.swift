import Explorer
import JSON
import Service
import Synchronization
import Wire

/// A whole server in memory, in virtual time and on one thread: what is sent has had all its effects
/// when `send` returns.
package final class ServiceHarness {
  package let clock = TestClock()
  package let pump = Pump()
  package let source: StubSource
  package let log = LinesLogged()
  /// The folders that sources were built for, the newest last; `none` where it was for none.
  package let workspaces = LinesLogged()
  private let inbox: Inbox<LoopEvent>
  private let client: MemoryClient<LoopEvent>
  private let ending = Ending()
  private var unread: [JSONValue] = []
  /// The bodies of what was written so far, as they were written.
  package private(set) var written: [UInt8] = []
  /// Whether what the server writes is taken from it after each step.
  package var isReading = true

  /// - Parameters:
  ///   - remembers: whether the source holds earlier answers.
  ///   - repositories: the folders that are in one.
  ///   - parentEnd: when the process of `processId` ends; nil where it cannot be seen.
  package init(
    framing: Framing = .headers, settings: Settings = Settings(),
    refused: [SettingFault] = [], heedsCancellation: Bool = true,
    remembers: Bool = false, seed: UInt64 = 1, hasSource: Bool = true,
    logLevel: Log.Level = .debug, repositories: Set<String> = [],
    parentEnd: Duration? = .seconds(1_000_000)
  ) {
    let (connection, client) = Connection.memory(framing, event: LoopEvent.received)
    (inbox, self.client) = (connection.inbox, client)
    source = StubSource(
      heedsCancellation: heedsCancellation, remembering: remembers ? clock : nil)
    let (clock, source, log, ending) = (clock, source, log, ending)
    let workspaces = workspaces
    let processEnd: @Sendable (Int32) -> (@Sendable () async -> Void)? = { _ in
      guard let parentEnd else { return nil }
      return { await clock.sleep(until: parentEnd) }
    }
    var environment = Environment(
      now: { clock.now }, sleep: { await clock.sleep(until: $0) }, executor: pump, seed: seed,
      version: "1.2.3",
      processEnd: processEnd,
      makeSources: { settings in
        workspaces.add(settings.workspace ?? "none")
        return hasSource ? [source] : []
      },
      log: Log(level: logLevel) { level, line in log.add("\(level.rawValue) \(line)") })
    environment.makePeople = { _, folder in
      PeopleOfFolder(source: source, isInRepository: repositories.contains(folder))
    }
    Task(executorPreference: pump) { [environment] in
      let server = Server(
        environment, settings: settings, refused: refused, connection: connection)
      ending.set(await server.run())
    }
    pump.run()
  }

  /// A server that has been initialised with these settings.
  package static func initialized(
    settings: JSONValue = [:], encoding: String = "utf-16", heedsCancellation: Bool = true,
    remembers: Bool = false, seed: UInt64 = 1
  ) -> ServiceHarness {
    let harness = ServiceHarness(
      heedsCancellation: heedsCancellation, remembers: remembers, seed: seed)
    harness.request(
      "init", "initialize",
      [
        "capabilities": ["general": ["positionEncodings": [.string(encoding)]]],
        "initializationOptions": settings,
      ])
    harness.notify("initialized", [:])
    _ = harness.read()
    return harness
  }

  /// How the session ended; nil while it runs.
  package var end: Server.End? { ending.value }

  // MARK: client to server

  /// Sends one message body.
  package func send(_ text: String) { send(bodies: [Array(text.utf8)]) }

  package func send(_ message: JSONValue) { send(bodies: [message.jsonBytes]) }

  /// Sends messages that arrive together.
  package func send(bodies: [[UInt8]]) {
    client.link.send(bodies)
    settle()
  }

  package func notify(_ method: String, _ params: JSONValue) {
    send(["jsonrpc": "2.0", "method": .string(method), "params": params])
  }

  package func request(_ id: JSONValue, _ method: String, _ params: JSONValue = [:]) {
    send(["jsonrpc": "2.0", "id": id, "method": .string(method), "params": params])
  }

  /// Lets an event of the pipe happen.
  package func post(_ event: LoopEvent) {
    inbox.post(event)
    settle()
  }

  // MARK: the world

  /// Lets time go by.
  package func advance(_ milliseconds: Int) {
    clock.advance(by: .milliseconds(milliseconds)) { settle() }
  }

  /// Answers the oldest open question of that description; false where there is none.
  @discardableResult
  package func answer(_ question: String, _ answer: StubSource.Answer) -> Bool {
    defer { settle() }
    return source.answer(question, answer)
  }

  /// Answers the question of that number.
  @discardableResult
  package func answer(_ number: Int, _ answer: StubSource.Answer) -> Bool {
    defer { settle() }
    return source.answer(number, answer)
  }

  package func settle() {
    pump.run()
    if isReading { take() }
  }

  // MARK: server to client

  /// Returns what came since the last call, oldest first.
  package func read() -> [JSONValue] {
    take()
    defer { unread = [] }
    return unread
  }

  private func take() {
    for body in client.take() {
      written += body
      unread.append((try? JSONValue(parsing: body)) ?? "unreadable")
    }
  }
}

extension ServiceHarness {
  /// The params of the notifications of that method that came since the last reading; the rest is
  /// dropped.
  package func readParams(_ method: String) -> [JSONValue] {
    read().filter { $0["method"] == .string(method) }.compactMap { $0["params"] }
  }

  /// What came, one line a message: `search/status loading v1 octo`, `answer 7`, `error 7 -32601`.
  package func readLines() -> [String] { read().map(Self.line) }

  /// One message in few words.
  package static func line(_ message: JSONValue) -> String {
    guard let method = message["method"]?.stringValue else {
      let id = message["id"].map { text($0) } ?? ""
      guard let error = message["error"] else { return "answer \(id)" }
      return "error \(id) \(error["code"]?.intValue ?? 0)"
    }
    let params = message["params"]
    var words = [method]
    if method == "window/showMessage" || method == "window/logMessage" {
      words.append(params?["message"]?.stringValue ?? "")
      return words.joined(separator: " ")
    }
    if let section = params?["section"]?.stringValue { words.append(section) }
    if let status = params?["status"]?.stringValue { words.append(status) }
    if let state = params?["state"]?.stringValue {
      words.append("\(state) \(params?["following"]?.boolValue == true)")
    }
    if let version = params?["version"]?.intValue { words.append("v\(version)") }
    if let query = params?["query"]?.stringValue { words.append(query) }
    if let login = params?["login"]?.stringValue { words.append(login) }
    if let kind = params?["error"]?["data"]?["kind"]?.stringValue { words.append(kind) }
    return words.joined(separator: " ")
  }

  private static func text(_ value: JSONValue) -> String {
    String(decoding: value.jsonBytes, as: UTF8.self)
  }
}

/// The lines that a server logged.
package final class LinesLogged: Sendable {
  private let state = Mutex<[String]>([])

  package init() {}

  package var lines: [String] { state.withLock { $0 } }

  package func add(_ line: String) { state.withLock { $0.append(line) } }
}

private final class Ending: Sendable {
  private let state = Mutex<Server.End?>(nil)

  var value: Server.End? { state.withLock { $0 } }

  func set(_ end: Server.End) { state.withLock { $0 = end } }
}
