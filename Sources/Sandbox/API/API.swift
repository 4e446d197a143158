import JSON
import Synchronization

/// The made-up API: turns requests into answers, and knows nothing of connections.
final class API: Sendable {
  /// The versions that can be asked for; the first is the default.
  static let versions = ["2022-11-28", "2026-03-10"]

  /// What is made at the first request that needs it.
  struct Inhabitants: Sendable {
    var world: World
    var index: SearchIndex
    var follows: FollowState
  }

  let faults: FaultState
  let log: RequestLog
  private let options: Sandbox.Options
  private let ownURL: String
  private let made = Mutex<Inhabitants?>(nil)
  private let limits = Mutex(RateLimits())
  private let exchangeCount = Atomic(0)

  init(options: Sandbox.Options, ownURL: String) {
    self.options = options
    self.ownURL = ownURL
    faults = FaultState(options.faults, seed: options.seed)
    log = RequestLog()
  }

  /// Everyone in here; the first caller makes them, the others wait.
  var inhabitants: Inhabitants {
    made.withLock { made in
      if let made { return made }
      let world = World(seed: options.seed, userCount: options.userCount)
      let new = Inhabitants(
        world: world, index: SearchIndex(world: world), follows: FollowState(world: world))
      made = new
      return new
    }
  }

  func exchange(_ request: Request, now: Int) -> Exchange {
    let number = exchangeCount.wrappingAdd(1, ordering: .relaxed).newValue
    return Exchange(request, ownURL: ownURL, now: now, number: number)
  }

  /// The whole response, with its headers and limits, as the faults let it be.
  func answer(_ exchange: Exchange, decision: FaultDecision) -> Response {
    if exchange.route.isControl { return control(exchange) }
    let isFree = exchange.route == .rateLimit || exchange.route.isUnlimited
    var budget = budget(exchange)
    var response: Response
    if let refusal = refusal(exchange) {
      response = refusal
    } else if case .primary = decision.fault {
      (budget.used, budget.reset) = (budget.limit, decision.limitEnd ?? exchange.now)
      response = overBudget(exchange)
    } else if budget.remaining == 0, !isFree {
      response = overBudget(exchange)
    } else {
      response = faulty(exchange, decision) ?? tagged(exchange, result(exchange))
      if !isFree, response.status != 304 {
        limits.withLock {
          $0.use(
            exchange.caller, exchange.route.resource, points: response.cost, now: exchange.now)
        }
        budget.used = min(budget.limit, budget.used + response.cost)
      }
    }
    decorate(&response, exchange, budget)
    return response
  }

  /// How the budget stands that the exchange draws on.
  func budget(_ exchange: Exchange, _ resource: RateLimits.Resource? = nil) -> RateLimits.Budget {
    let limits = faults.current.limits
    let resource = resource ?? exchange.route.resource
    return self.limits.withLock {
      $0.budget(of: exchange.caller, resource, limits, now: exchange.now)
    }
  }

  /// What is wrong with a request whatever it asks for.
  private func refusal(_ exchange: Exchange) -> Response? {
    if exchange.request.header("user-agent")?.isEmpty ?? true {
      return Response(
        status: 403,
        body: Array("Request forbidden by administrative rules: name a User-Agent.\n".utf8),
        contentType: "text/plain; charset=utf-8")
    }
    if exchange.caller.kind == .rejected { return .failure(401, "Bad credentials") }
    if exchange.route == .graphQL, !exchange.caller.hasToken { return requiresAuthentication }
    if exchange.apiVersion == nil {
      return .failure(
        400, "The requested API version is not known here.",
        documentation: "/about-the-rest-api/api-versions")
    }
    return nil
  }

  private func result(_ exchange: Exchange) -> Response {
    switch (exchange.method, exchange.route) {
    case ("GET", .root): root(exchange)
    case ("GET", .meta): .json(["verifiable_password_authentication": false])
    case ("GET", .versions): .json(.array(Self.versions.map { .string($0) }))
    case ("GET", .rateLimit): rateLimit(exchange)
    case ("GET", .search): search(exchange)
    case ("POST", .graphQL): graphQL(exchange)
    case ("GET", .repository(let owner, let name, let part)):
      repository(exchange, owner, name, part)
    case ("GET", .avatar(let id)): avatar(id)
    case ("GET", .hospitals): hospitals(exchange)
    case ("GET", .account(let who)): account(exchange, who)
    case ("GET", .list(let who, let list)): self.list(exchange, who, list)
    case (_, .follows(.token, let login)): follow(exchange, login)
    case ("GET", .follows(let who, let login)): follows(exchange, who, login)
    default: .notFound()
    }
  }
}
