import System

/// One connection: reads requests and answers them in order, until either side ends it.
struct Connection: Sendable {
  private let channel: Channel
  private let api: API
  /// A connection on which nothing happens ends after this time.
  private let idleTime = Duration.seconds(75)

  init(channel: Channel, api: API) {
    self.channel = channel
    self.api = api
  }

  /// Serves until the end of the connection, and closes it.
  func run() {
    defer { channel.end() }
    var reader = RequestReader()
    while true {
      switch reader.next() {
      case .needsMore:
        guard case .bytes(let bytes) = channel.receive(timeout: idleTime) else { return }
        reader.append(bytes)
      case .needsContinue:
        guard channel.send("HTTP/1.1 100 Continue\r\n\r\n".utf8) == .ready else { return }
      case .request(let request):
        guard serve(request), !request.closesConnection, !channel.isStopped else { return }
      case .malformed(let status, let words):
        let response = Response.failure(status, words)
        let head = ResponseHead.head(
          response, length: response.body.count, now: Int(WallClock.seconds()), isLast: true)
        if channel.send(head + response.body) == .ready { channel.finishSending() }
        return
      }
    }
  }

  /// Answers one request; false where the connection must end.
  private func serve(_ request: Request) -> Bool {
    let arrival = api.exchange(request, now: Int(WallClock.seconds()))
    if arrival.route.isControl {
      let delivery = Delivery(channel: channel, request: request, decision: FaultDecision())
      return delivery.deliver(api.answer(arrival, decision: FaultDecision())).ending == .answered
    }
    let number = api.log.begin(request)
    let decision = api.faults.decision(at: arrival.route.place, epochSeconds: arrival.now)
    let end = answered(arrival, decision)
    api.log.end(number, end.ending, status: end.status)
    return end.ending == .answered
  }

  private func answered(_ arrival: Exchange, _ decision: FaultDecision) -> Delivery.End {
    let isHanging = decision.fault == .hang
    if isHanging || decision.latency > .zero {
      switch channel.pause(isHanging ? nil : decision.latency) {
      case .timedOut, .ready: break
      case .peerClosed: return Delivery.End(ending: .hungUp)
      case .stopped: return Delivery.End(ending: .dropped)
      }
    }
    var exchange = arrival
    exchange.now = Int(WallClock.seconds())
    let response = api.answer(exchange, decision: decision)
    let delivery = Delivery(channel: channel, request: arrival.request, decision: decision)
    return delivery.deliver(response)
  }
}
