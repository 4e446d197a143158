import JSON

/// What a handler makes of a request; the dispatcher answers it, so that each is answered once.
enum HandlerOutcome {
  /// The result, and what is to be done once it is said.
  case now(JSONValue, then: () -> Void = {})
  case fails(ErrorReport)
  case later(PendingWork)

  /// - Parameter begin: begins the work and returns what ends it.
  static func later(
    _ feature: Feature?, _ begin: @escaping (RequestKey) -> () -> Void
  ) -> HandlerOutcome {
    .later(PendingWork(feature: feature, begin: begin))
  }
}

/// Work that a request waits for; what comes of it goes to `InFlight.finish`.
struct PendingWork {
  let feature: Feature?
  let begin: (RequestKey) -> () -> Void
}
