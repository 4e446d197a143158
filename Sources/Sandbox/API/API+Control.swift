import JSON

extension API {
  /// The sandbox's own endpoints: faults and the log of requests.
  ///
  /// Whoever opens a web page must not reach them by it: a page sends its origin, or comes by a name
  /// of its own that leads here.
  func control(_ exchange: Exchange) -> Response {
    guard exchange.request.header("origin") == nil, exchange.request.namesLoopback else {
      return .failure(403, "Only programs on this machine may control the sandbox.")
    }
    switch (exchange.method, exchange.route) {
    case ("GET", .faults): return faultsJSON()
    case ("PUT", .faults):
      do throws(FaultError) {
        let text = String(decoding: exchange.request.body, as: UTF8.self)
        faults.replace(with: try Faults(parsing: text))
        return faultsJSON()
      } catch {
        return .json(["message": .string(error.description), "status": "422"], status: 422)
      }
    case ("DELETE", .faults):
      faults.replace(with: .none)
      return faultsJSON()
    case ("GET", .requests): return .json(.array(log.requests.map(\.json)))
    case ("DELETE", .requests):
      log.clear()
      return .bare(204)
    default: return .notFound()
    }
  }

  private func faultsJSON() -> Response { .json(["faults": .string(faults.current.text)]) }
}

extension RecordedRequest {
  fileprivate var json: JSONValue {
    [
      "method": .string(method), "target": .string(target), "ended": .string(ending.rawValue),
      "status": status.map { JSONValue($0) } ?? .null,
      "startedMilliseconds": JSONValue(started.wholeMilliseconds),
      "endedMilliseconds": ended.map { JSONValue($0.wholeMilliseconds) } ?? .null,
    ]
  }
}

extension Duration {
  /// The whole milliseconds in it.
  var wholeMilliseconds: Int {
    Int(components.seconds) * 1_000 + Int(components.attoseconds / 1_000_000_000_000_000)
  }
}
