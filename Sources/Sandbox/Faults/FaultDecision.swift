/// What the faults decide for one request.
struct FaultDecision: Sendable, Equatable {
  var latency: Duration = .zero
  var dripBytesPerSecond: Int?
  /// What happens in place of the endpoint's response, or to it; nil where nothing does.
  var fault: Fault?
  /// When the limit that `fault` stands for is over, in seconds since 1970.
  var limitEnd: Int?

  /// Adds a delay, or a fault where none was decided before.
  mutating func add(_ fault: Fault, random: Double, limitEnd: Int?) {
    switch fault {
    case .latency(let range):
      latency += range.lowerBound + (range.upperBound - range.lowerBound) * random
    case .drip(let rate): dripBytesPerSecond = dripBytesPerSecond ?? rate
    default:
      if self.fault == nil { (self.fault, self.limitEnd) = (fault, limitEnd) }
    }
  }
}
