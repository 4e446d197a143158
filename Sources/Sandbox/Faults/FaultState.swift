import Synchronization

/// The faults in force, their draws, their counts and the spells that limits last.
final class FaultState: Sendable {
  fileprivate struct RuleState {
    var random: SplitMix64
    var seen = 0
    /// When a limit that has struck is over, in seconds since 1970; nil before it strikes.
    var spellEnd: Int?
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
  func verdict(at place: Faults.Place?, epochSeconds now: Int) -> Verdict {
    state.withLock { state in
      var verdict = Verdict()
      for (i, rule) in state.faults.rules.enumerated() where rule.concerns(place) {
        guard state.rules[i].strikes(rule, now) else { continue }
        let random = state.rules[i].random.unit()
        verdict.add(rule.kind, random: random, spellEnd: state.rules[i].spellEnd, now: now)
      }
      return verdict
    }
  }

  /// When the budget that a `primary` fault has used up is full again; nil where none has.
  func primaryReset(at place: Faults.Place, epochSeconds now: Int) -> Int? {
    state.withLock { state in
      for (rule, ruleState) in zip(state.faults.rules, state.rules) where rule.concerns(place) {
        if case .primary = rule.kind, let end = ruleState.spellEnd, end > now { return end }
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
  /// Whether the rule strikes a request that concerns it; each such request takes one draw.
  ///
  /// A limit strikes for the whole of its spell. When that is over, one without a share is over
  /// for good; one with a share is drawn again.
  fileprivate mutating func strikes(_ rule: Faults.Rule, _ now: Int) -> Bool {
    seen += 1
    let draw = random.unit()
    if let first = rule.first, seen > first { return false }
    guard let duration = rule.kind.spell else { return draw < rule.share }
    if let spellEnd {
      if now < spellEnd { return true }
      if rule.share >= 1 { return false }
    }
    guard draw < rule.share else { return false }
    spellEnd = now + max(1, duration.wholeSecondsUp)
    return true
  }
}

extension Faults.Rule {
  /// A request outside of every place is only met by rules for all places.
  ///
  /// Asking for the budgets is free, so limits concern it only where `rate` is named.
  fileprivate func concerns(_ place: Faults.Place?) -> Bool {
    if case .graphQL = kind, place != .graphql { return false }
    guard places.isEmpty else { return place.map { places.contains($0) } ?? false }
    return place != .rate || kind.spell == nil
  }
}

extension Faults.Kind {
  /// How long a limit lasts once it has struck; nil for all else.
  fileprivate var spell: Duration? {
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
