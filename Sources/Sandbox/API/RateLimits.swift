/// The budgets of all callers: fixed windows that open with the first request in them.
struct RateLimits: Sendable {
  enum Resource: String, Sendable, CaseIterable {
    case core, search, graphql
  }

  /// One budget as it stands.
  struct Budget: Sendable, Equatable {
    var limit: Int
    var used: Int
    /// When it is full again, in seconds since 1970.
    var reset: Int

    var remaining: Int { max(0, limit - used) }
  }

  private struct Key: Hashable {
    var caller: UInt64
    var resource: Resource
  }

  private struct Window {
    var used: Int
    var end: Int
  }

  private var windows: [Key: Window] = [:]

  /// How the budget stands at `now`, without using any of it.
  func budget(
    of caller: Caller, _ resource: Resource, _ limits: Faults.Limits, now: Int
  ) -> Budget {
    let limit = limits.limit(resource, hasToken: caller.hasToken)
    if let window = windows[Key(caller: caller.key, resource: resource)], window.end > now {
      return Budget(limit: limit, used: min(window.used, limit), reset: window.end)
    }
    return Budget(limit: limit, used: 0, reset: now + resource.windowSeconds)
  }

  /// Counts one request, or the points that it costs.
  mutating func use(_ caller: Caller, _ resource: Resource, points: Int = 1, now: Int) {
    let key = Key(caller: caller.key, resource: resource)
    if let window = windows[key], window.end > now {
      windows[key] = Window(used: window.used + points, end: window.end)
      return
    }
    if windows.count >= 4_096 { windows = windows.filter { $0.value.end > now } }
    if windows.count >= 4_096 { windows.removeAll() }
    windows[key] = Window(used: points, end: now + resource.windowSeconds)
  }
}

extension RateLimits.Resource {
  var windowSeconds: Int { self == .search ? 60 : 3_600 }
}

extension Faults.Limits {
  func limit(_ resource: RateLimits.Resource, hasToken: Bool) -> Int {
    switch (self, resource) {
    case (_, .graphql) where !hasToken: 0
    case (.generous, .search): 1_000
    case (.generous, _): 50_000
    case (.real, .search): hasToken ? 30 : 10
    case (.real, .core): hasToken ? 5_000 : 60
    case (.real, .graphql): 5_000
    case (.none, _): Int.max
    case (.exactly(let search, _), .search): search
    case (.exactly(_, let core), _): core
    }
  }
}
