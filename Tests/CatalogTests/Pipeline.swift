import Explorer
import JSON
import Service
import TestKit
import Wire

/// The service with one source, a clock that is moved by hand, and its messages.
final class Pipeline {
  let time: TestClock
  private let inbox: Inbox<LoopEvent>
  private let client: MemoryClient<LoopEvent>
  private var version = 0
  private var pings = 0
  /// What the sources need to be there.
  private let world: World

  init(_ sources: [any Source], of world: World) {
    self.world = world
    let time = world.bench.time
    self.time = time
    let (connection, client) = Connection.memory(.lines, event: LoopEvent.received)
    (inbox, self.client) = (connection.inbox, client)
    let environment = Environment(
      now: { time.now }, sleep: { await time.sleep(until: $0) }, seed: 1, version: "test",
      makeSources: { _ in sources })
    Task {
      _ = await Server(environment, settings: Settings(), connection: connection).run()
    }
  }

  deinit { inbox.post(.terminated) }

  /// Opens the search of all the tests.
  func open(_ options: JSONValue = [:], text: String? = nil) {
    var params: JSONObject = JSONObject()
    params["searchId"] = "s"
    params["options"] = options
    params["text"] = text.map { .string($0) }
    params["version"] = 0
    version = 0
    send("search/didOpen", .object(params))
  }

  /// Types the text as it then stands; returns its version.
  @discardableResult
  func type(_ text: String) -> Int {
    version += 1
    send(
      "search/didChange", ["searchId": "s", "version": JSONValue(version), "text": .string(text)])
    return version
  }

  func send(_ method: String, _ params: JSONValue, id: String? = nil) {
    var message: JSONObject = JSONObject()
    message["jsonrpc"] = "2.0"
    message["id"] = id.map { .string($0) }
    message["method"] = .string(method)
    message["params"] = params
    client.link.send([JSONValue.object(message).jsonBytes])
  }

  /// The next message for which it holds; those before it are passed over.
  func next(where condition: (JSONValue) -> Bool) async -> JSONValue {
    while let body = await client.next() {
      if let message = try? JSONValue(parsing: body), condition(message) { return message }
    }
    return .null
  }

  /// The params of the next message of that method.
  func next(_ method: String) async -> JSONValue {
    await next { $0["method"]?.stringValue == method }["params"] ?? .null
  }

  func results() async -> JSONValue { await next("search/results") }

  /// Everything that was said until the server has taken all that was sent to it.
  func untilNow() async -> [JSONValue] {
    pings += 1
    let id = "ping \(pings)"
    send("no/such/method", [:], id: id)
    var messages: [JSONValue] = []
    while true {
      let message = await next { _ in true }
      if message["id"]?.stringValue == id { return messages }
      messages.append(message)
    }
  }
}

extension JSONValue {
  /// The labels of a list's items.
  var labels: [String] { self["items"]?.arrayValue?.compactMap { $0["label"]?.stringValue } ?? [] }
}
