import System

/// Sends one response, in the way that the faults have decided.
struct Delivery: Sendable {
  /// How it ended.
  struct End: Sendable, Equatable {
    var ending: RecordedRequest.Ending
    var status: Int?
  }

  var channel: Channel
  var request: Request
  var decision: FaultDecision

  func deliver(_ response: Response) -> End {
    var body = request.method == "HEAD" ? [] : response.body
    switch decision.fault {
    case .drop: return End(ending: .dropped)
    case .cut:
      let part = body.prefix(body.count / 2)
      let end = send(response, length: max(response.body.count, 1), part, isLast: true)
      return End(ending: end.ending == .answered ? .dropped : end.ending, status: response.status)
    case .big(let bytes): return sendBig(response, bytes)
    case .half: body = Array(body.prefix(body.count / 2))
    case nil, .latency, .drip, .error, .graphQL, .redirect, .html, .empty, .hang, .primary,
      .secondary:
      break
    }
    let length = request.method == "HEAD" ? response.body.count : body.count
    return send(response, length: length, body[...], isLast: request.closesConnection)
  }

  private func send(
    _ response: Response, length: Int, _ body: ArraySlice<UInt8>, isLast: Bool
  ) -> End {
    let head = ResponseHead.head(
      response, length: length, now: Int(WallClock.seconds()), isLast: isLast)
    guard let rate = decision.dripBytesPerSecond, !body.isEmpty else {
      return end(channel.send(head + body), response)
    }
    let sent = channel.send(head)
    return end(sent == .ready ? drip(body, rate) : sent, response)
  }

  /// Sends at most twenty times a second, and a byte at a time below that rate.
  private func drip(_ body: ArraySlice<UInt8>, _ bytesPerSecond: Int) -> Channel.Waited {
    let size = max(1, bytesPerSecond / 20)
    let interval = Duration.seconds(1) * size / bytesPerSecond
    var rest = body
    while !rest.isEmpty {
      let sent = channel.send(rest.prefix(size))
      guard sent == .ready else { return sent }
      rest = rest.dropFirst(size)
      guard !rest.isEmpty else { break }
      let paused = channel.pause(interval)
      guard paused == .timedOut else { return paused }
    }
    return .ready
  }

  /// Sends a JSON array of blanks, block by block.
  private func sendBig(_ response: Response, _ length: Int) -> End {
    var waited = channel.send(
      ResponseHead.head(
        response, length: length, now: Int(WallClock.seconds()), isLast: request.closesConnection))
    var left = request.method == "HEAD" ? 0 : length
    var block = [UInt8](repeating: UInt8(ascii: " "), count: min(65_536, max(left, 1)))
    block[0] = UInt8(ascii: "[")
    while waited == .ready, left > 0 {
      if left <= block.count { block[left - 1] = UInt8(ascii: "]") }
      let part = block.prefix(left)
      waited = decision.dripBytesPerSecond.map { drip(part, $0) } ?? channel.send(part)
      if waited == .ready, channel.isStopped { waited = .stopped }
      left -= part.count
      block[0] = UInt8(ascii: " ")
    }
    return end(waited, response)
  }

  private func end(_ waited: Channel.Waited, _ response: Response) -> End {
    switch waited {
    case .ready: End(ending: .answered, status: response.status)
    case .peerClosed, .timedOut: End(ending: .hungUp, status: nil)
    case .stopped: End(ending: .dropped, status: nil)
    }
  }
}
