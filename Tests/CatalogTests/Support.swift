import Catalog
import Explorer
import HTTP
import JSON
import JSONAPI
import Synchronization

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A clock that stands still until it is moved, and those who wait for it.
final class ManualTime: Sendable {
  private struct State {
    var now: Duration = .seconds(1000)
    var nextID = 0
    var sleepers: [Int: (until: Duration, continuation: CheckedContinuation<Void, Never>)] = [:]
  }

  private let state = Mutex(State())

  var now: Duration { state.withLock { $0.now } }

  /// How many wait.
  var sleeperCount: Int { state.withLock { $0.sleepers.count } }

  func advance(by step: Duration) {
    let due = state.withLock { state in
      state.now += step
      let due = state.sleepers.filter { $0.value.until <= state.now }
      for id in due.keys { state.sleepers[id] = nil }
      return due.values.sorted { $0.until < $1.until }
    }
    for sleeper in due { sleeper.continuation.resume() }
  }

  func sleep(until: Duration) async {
    let id = state.withLock { state in
      state.nextID += 1
      return state.nextID
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isOver = state.withLock { state in
          if until <= state.now || Task.isCancelled { return true }
          state.sleepers[id] = (until, continuation)
          return false
        }
        if isOver { continuation.resume() }
      }
    } onCancel: {
      state.withLock { $0.sleepers.removeValue(forKey: id) }?.continuation.resume()
    }
  }
}

/// A client without a network: the test answers.
final class StubClient: HTTPClient {
  typealias Answer = @Sendable (Request) async throws(HTTPError) -> Response

  private let answer: Mutex<Answer>
  private let sent = Mutex<[Request]>([])

  init(_ answer: @escaping Answer = { _ in Response(status: 500) }) { self.answer = Mutex(answer) }

  var requests: [Request] { sent.withLock { $0 } }

  func replace(_ answer: @escaping Answer) { self.answer.withLock { $0 = answer } }

  func send(_ request: Request) async throws(HTTPError) -> Response {
    sent.withLock { $0.append(request) }
    let answer = answer.withLock { $0 }
    return try await answer(request)
  }
}

/// What sources are given, all of it in a test's hands.
final class Bench: Sendable {
  let time = ManualTime()
  let client: StubClient
  let variables: Mutex<[String: String]>
  private let said = Mutex<[String]>([])
  private let told = Mutex<[SourceProgress]>([])

  init(_ client: StubClient = StubClient(), variables: [String: String] = [:]) {
    self.client = client
    self.variables = Mutex(variables)
  }

  var warnings: [String] { said.withLock { $0 } }
  var progress: [SourceProgress] { told.withLock { $0 } }

  var dependencies: SourceDependencies {
    SourceDependencies(
      client: client, now: { self.time.now }, sleep: { await self.time.sleep(until: $0) },
      wallClock: { 1_767_781_863 }, variable: { name in self.variables.withLock { $0[name] } },
      warn: { line in self.said.withLock { $0.append(line) } },
      progress: { progress in self.told.withLock { $0.append(progress) } }, version: "1.2.3")
  }

  /// Entries as they are written in settings, read.
  func entries(_ entries: JSONValue..., sandboxURL: String? = nil) -> SourceEntries {
    SourceEntries(
      entries, taken: ["github"], cacheAge: .seconds(60), sandboxURL: sandboxURL)
  }

  /// The one source of an entry that is right.
  func source(_ entry: JSONValue) throws -> any Source {
    let read = entries(entry)
    guard let entry = read.entries.first else { throw Unusable(faults: read.faults) }
    return entry.source(dependencies)
  }
}

struct Unusable: Error { var faults: [EntryFault] }

/// A file that is gone when the test has ended.
final class TemporaryFile: Sendable {
  let path: String
  private static let count = Atomic(0)

  init(_ bytes: [UInt8] = [], named suffix: String = ".json") {
    let number = Self.count.wrappingAdd(1, ordering: .relaxed).newValue
    path = "/tmp/gitexplorer-catalog-\(getpid())-\(number)\(suffix)"
    write(bytes)
  }

  convenience init(_ text: String, named suffix: String = ".json") {
    self.init(Array(text.utf8), named: suffix)
  }

  deinit { unlink(path) }

  func write(_ text: String) { write(Array(text.utf8)) }

  func write(_ bytes: [UInt8]) {
    // Another file in its place, so that its stamp is another one however fast this happens.
    let new = path + ".new"
    guard let file = fopen(new, "wb") else { return }
    fwrite(bytes, 1, bytes.count, file)
    fclose(file)
    rename(new, path)
  }

  func remove() { unlink(path) }
}

let limit: Duration = .seconds(8)

extension Source {
  func labels(_ text: String, perPage: Int = 30, page: Int = 1) async throws(SourceError)
    -> [String]
  {
    try await search(
      Query(text, page: page, perPage: perPage), continuing: nil, timeout: limit
    ).items.map(\.label)
  }
}

/// Returns what `body` throws, nil where it does not.
func failure<Value>(of body: () async throws(SourceError) -> Value) async -> SourceError? {
  do throws(SourceError) {
    _ = try await body()
    return nil
  } catch {
    return error
  }
}

extension Response {
  static func json(_ value: JSONValue, _ headers: Headers = [:]) -> Response {
    Response(status: 200, headers: headers, body: value.jsonBytes)
  }
}

extension Request {
  /// The value of a pair of the query, as it was written.
  func parameter(_ name: String) -> String? {
    url.split(separator: "?").last?.split(separator: "&")
      .first { $0.hasPrefix(name + "=") }.map { String($0.dropFirst(name.count + 1)) }
  }
}
