/// One thing that goes wrong.
enum Fault: Sendable, Equatable {
  case latency(ClosedRange<Duration>)
  case drip(bytesPerSecond: Int)
  case error(status: Int)
  /// Concerns GraphQL alone.
  case graphQL(GraphQLFault)
  /// To the same path on another host.
  case redirect
  case drop
  case cut
  case half
  case html(status: Int)
  case empty
  case hang
  case big(bytes: Int)
  case primary(lasting: Duration)
  /// Says how long to wait only where a time was given.
  case secondary(lasting: Duration, isAnnounced: Bool)
}

/// Reads a fault and its value; where the value is a share (`drop=10%`), it goes to the rule.
func fault(
  _ name: String, _ value: String?, _ word: String, _ rule: inout Faults.Rule
) throws(FaultError) -> Fault {
  switch name {
  case "latency":
    guard let range = value.flatMap({ FaultValue.durations($0) }) else {
      throw .badValue(word: word, expected: "a time such as 300ms, 2s or 100ms..2s")
    }
    return .latency(range)
  case "drip":
    guard let rate = value.flatMap({ FaultValue.rate($0) }) else {
      throw .badValue(word: word, expected: "a rate such as 1/s or 2KB/s")
    }
    return .drip(bytesPerSecond: rate)
  case "error":
    if let fault = value.flatMap({ GraphQLFault($0) }) { return .graphQL(fault) }
    guard let status = Int(value ?? "500"), (400...599).contains(status) else {
      throw .badValue(
        word: word,
        expected: "a status from 400 to 599, as in error=500:20%, or one of "
          + GraphQLFault.Kind.allCases.map(\.rawValue).joined(separator: ", "))
    }
    return .error(status: status)
  case "big":
    guard let bytes = value.flatMap({ FaultValue.size($0) }) else {
      throw .badValue(word: word, expected: "a size such as 100MB")
    }
    return .big(bytes: bytes)
  case "primary", "secondary":
    let duration = value.map { FaultValue.duration($0) } ?? .seconds(60)
    guard let duration else { throw .badValue(word: word, expected: "a time such as 30s") }
    return name == "primary"
      ? .primary(lasting: duration) : .secondary(lasting: duration, isAnnounced: value != nil)
  case "drop", "cut", "half", "redirect", "html", "html200", "empty", "hang":
    if let value {
      guard let share = FaultValue.share(value) else {
        throw .badValue(word: word, expected: "a share, as in \(name)=10%")
      }
      rule.share = share
    }
    return plainFault(name)
  default: throw .unknownWord(name)
  }
}

private func plainFault(_ name: String) -> Fault {
  switch name {
  case "cut": .cut
  case "redirect": .redirect
  case "half": .half
  case "html": .html(status: 503)
  case "html200": .html(status: 200)
  case "empty": .empty
  case "hang": .hang
  default: .drop
  }
}
