/// What the faults decide for one request.
struct Verdict: Sendable, Equatable {
  enum Outcome: Sendable, Equatable {
    case normal
    case error(status: Int)
    case graphQL(GraphQLFault)
    case redirect
    case drop
    case cut
    case half
    case html(status: Int)
    case empty
    case hang
    case big(bytes: Int)
    /// The budget is used up until then, in seconds since 1970.
    case primary(reset: Int)
    case secondary(retryAfterSeconds: Int?)
  }

  var latency: Duration = .zero
  var dripBytesPerSecond: Int?
  var outcome = Outcome.normal

  /// Adds a delay, or sets the outcome where none was set before.
  mutating func add(_ kind: Faults.Kind, random: Double, spellEnd: Int?, now: Int) {
    switch kind {
    case .latency(let range):
      latency += range.lowerBound + (range.upperBound - range.lowerBound) * random
    case .drip(let rate): dripBytesPerSecond = dripBytesPerSecond ?? rate
    case .error(let status): set(.error(status: status))
    case .graphQL(let fault): set(.graphQL(fault))
    case .redirect: set(.redirect)
    case .drop: set(.drop)
    case .cut: set(.cut)
    case .half: set(.half)
    case .html(let status): set(.html(status: status))
    case .empty: set(.empty)
    case .hang: set(.hang)
    case .big(let bytes): set(.big(bytes: bytes))
    case .primary: set(.primary(reset: spellEnd ?? now))
    case .secondary(_, let isAnnounced):
      set(.secondary(retryAfterSeconds: isAnnounced ? max(1, (spellEnd ?? now) - now) : nil))
    }
  }

  private mutating func set(_ outcome: Outcome) {
    if self.outcome == .normal { self.outcome = outcome }
  }
}
