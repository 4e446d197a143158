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
        let answer = Answer.failure(status, words)
        let head = AnswerBytes.head(
          answer, length: answer.body.count, now: Int(WallClock.seconds()), isLast: true)
        if channel.send(head + answer.body) == .ready { channel.finishSending() }
        return
      }
    }
  }

  /// Answers one request; false where the connection must end.
  private func serve(_ request: Request) -> Bool {
    let arrival = api.exchange(request, now: Int(WallClock.seconds()))
    if arrival.route.isControl {
      let delivery = Delivery(channel: channel, request: request, verdict: Verdict())
      return delivery.deliver(api.answer(arrival, outcome: .normal)).ending == .answered
    }
    let number = api.log.begin(request)
    let verdict = api.faults.verdict(at: arrival.route.place, epochSeconds: arrival.now)
    let end = answered(arrival, verdict)
    api.log.end(number, end.ending, status: end.status)
    return end.ending == .answered
  }

  private func answered(_ arrival: Exchange, _ verdict: Verdict) -> Delivery.End {
    let isHanging = verdict.outcome == .hang
    if isHanging || verdict.latency > .zero {
      switch channel.pause(isHanging ? nil : verdict.latency) {
      case .timedOut, .ready: break
      case .peerClosed: return Delivery.End(ending: .hungUp)
      case .stopped: return Delivery.End(ending: .dropped)
      }
    }
    var exchange = arrival
    exchange.now = Int(WallClock.seconds())
    let answer = api.answer(exchange, outcome: verdict.outcome)
    let delivery = Delivery(channel: channel, request: arrival.request, verdict: verdict)
    return delivery.deliver(answer)
  }
}
