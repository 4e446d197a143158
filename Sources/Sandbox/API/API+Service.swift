import JSON

extension API {
  /// Where the endpoints are.
  func root(_ exchange: Exchange) -> Response {
    let api = exchange.base.api
    return .json(
      [
        "current_user_url": .string(api + "/user"),
        "rate_limit_url": .string(api + "/rate_limit"),
        "user_url": .string(api + "/users/{user}"),
        "user_search_url": .string(
          api + "/search/users?q={query}{&page,per_page,sort,order}"),
        "sandbox_faults_url": .string(api + "/_sandbox/faults"),
        "sandbox_requests_url": .string(api + "/_sandbox/requests"),
      ], isTagged: true)
  }

  /// All budgets of the caller; asking is free.
  func rateLimit(_ exchange: Exchange) -> Response {
    guard faults.current.limits != .none else {
      return .failure(404, "Rate limiting is not enabled.", documentation: "/rate-limit")
    }
    var resources = JSONObject()
    for resource in RateLimits.Resource.allCases {
      resources[resource.rawValue] = budgetJSON(exchange, resource)
    }
    var object = JSONObject()
    object["resources"] = .object(resources)
    if exchange.apiVersion == Self.versions[0] { object["rate"] = resources["core"] }
    return .json(.object(object))
  }

  private func budgetJSON(_ exchange: Exchange, _ resource: RateLimits.Resource) -> JSONValue {
    var budget = budget(exchange, resource)
    let place = resource == .search ? Faults.Place.search : .user
    if let reset = faults.primaryReset(at: place, epochSeconds: exchange.now) {
      (budget.used, budget.reset) = (budget.limit, reset)
    }
    return [
      "limit": JSONValue(budget.limit), "used": JSONValue(budget.used),
      "remaining": JSONValue(budget.remaining), "reset": JSONValue(budget.reset),
    ]
  }
}
