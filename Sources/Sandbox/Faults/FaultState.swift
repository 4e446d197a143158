import Synchronization

/// The faults in force, their draws, their counts and how long limits last.
final class FaultState: Sendable {
  fileprivate struct RuleState {
    var random: SplitMix64
    var seen = 0
    /// When a limit that was reached is over, in seconds since 1970; nil before that.
    var limitEnd: Int?
  }

  private struct State {
    var faults: Faults
    var rules: [RuleState]
  }

  private let seed: UInt64
  private let state: Mutex<State>

  init(_ faults: Faults, seed: UInt64) {
    self.seed = seed
    state = Mutex(State(faults: faults, rules: Self.fresh(faults, seed)))
  }

  var current: Faults { state.withLock { $0.faults } }

  /// Puts other faults in force; draws and counts start anew.
  func replace(with faults: Faults) {
    state.withLock { $0 = State(faults: faults, rules: Self.fresh(faults, seed)) }
  }

  /// What happens to a request that arrives now, at an endpoint of that kind.
  func decision(at place: Faults.Place?, epochSeconds now: Int) -> FaultDecision {
    state.withLock { state in
      var decision = FaultDecision()
      for (i, rule) in state.faults.rules.enumerated() where rule.concerns(place) {
        guard state.rules[i].applies(rule, now) else { continue }
        let random = state.rules[i].random.unit()
        decision.add(rule.fault, random: random, limitEnd: state.rules[i].limitEnd)
      }
      return decision
    }
  }

  /// When the budget that a `primary` fault has used up is full again; nil where none has.
  func primaryReset(at place: Faults.Place, epochSeconds now: Int) -> Int? {
    state.withLock { state in
      for (rule, ruleState) in zip(state.faults.rules, state.rules) where rule.concerns(place) {
        if case .primary = rule.fault, let end = ruleState.limitEnd, end > now { return end }
      }
      return nil
    }
  }

  private static func fresh(_ faults: Faults, _ seed: UInt64) -> [RuleState] {
    faults.rules.indices.map {
      RuleState(random: SplitMix64(seed: (faults.seed ?? seed) ^ 0x6661_756C, stream: $0))
    }
  }
}

extension FaultState.RuleState {
  /// Whether the rule applies to a request that concerns it; each such request takes one draw.
  ///
  /// A limit applies for the whole of its time. When that is over, one without a share is over
  /// for good; one with a share is drawn again.
  fileprivate mutating func applies(_ rule: Faults.Rule, _ now: Int) -> Bool {
    seen += 1
    let draw = random.unit()
    if let first = rule.first, seen > first { return false }
    guard let duration = rule.fault.limitDuration else { return draw < rule.share }
    if let limitEnd {
      if now < limitEnd { return true }
      if rule.share >= 1 { return false }
    }
    guard draw < rule.share else { return false }
    limitEnd = now + max(1, duration.wholeSecondsUp)
    return true
  }
}

extension Faults.Rule {
  /// A request outside of every place is only met by rules for all places.
  ///
  /// Asking for the budgets is free, so limits concern it only where `rate` is named.
  fileprivate func concerns(_ place: Faults.Place?) -> Bool {
    if case .graphQL = fault, place != .graphql { return false }
    guard places.isEmpty else { return place.map { places.contains($0) } ?? false }
    return place != .rate || fault.limitDuration == nil
  }
}

extension Fault {
  /// How long a limit lasts once it is reached; nil for all else.
  fileprivate var limitDuration: Duration? {
    switch self {
    case .primary(let duration), .secondary(let duration, _): duration
    case .latency, .drip, .error, .graphQL, .redirect, .drop, .cut, .half, .html, .empty, .hang,
      .big:
      nil
    }
  }
}

extension Duration {
  /// The whole seconds that are at least as long.
  var wholeSecondsUp: Int {
    Int(components.seconds) + (components.attoseconds > 0 ? 1 : 0)
  }
}
