import Catalog
import Explorer
import HTTP
import JSON
import JSONAPI
import Synchronization
import TestKit

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

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
  let time = TestClock()
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
