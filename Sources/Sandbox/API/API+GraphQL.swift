import JSON

extension API {
  /// Answers a query over the made-up world.
  ///
  /// - Parameter fault: an error that strikes one of the fields.
  func graphQL(_ exchange: Exchange, fault: GraphQLFault? = nil) -> Response {
    guard let body = try? JSONValue(parsing: exchange.request.body), let body = body.objectValue
    else {
      return .failure(400, "Problems parsing JSON")
    }
    guard let text = body["query"]?.stringValue, !text.isEmpty else {
      return .graphQL([
        GraphQLError("A query attribute must be specified and must be a string.")
      ])
    }
    guard let schema = GraphQLSchema.github else { return .failure(500, "Server Error") }
    do throws(GraphQLRequest.Failure) {
      let request = try GraphQLRequest(
        text, operationName: body["operationName"]?.stringValue,
        variables: body["variables"]?.objectValue, schema)
      return try execute(request, exchange, fault)
    } catch {
      switch error {
      case .timeout: return timeout(exchange)
      case .errors(let errors): return .graphQL(errors)
      }
    }
  }

  /// What a fault for GraphQL alone answers.
  func faulty(_ exchange: Exchange, _ fault: GraphQLFault) -> Response {
    switch fault.kind {
    case .notFound, .forbidden: graphQL(exchange, fault: fault)
    case .insufficientScopes: .graphQL([fault.error])
    case .rateLimited: overBudget(exchange)
    case .timeout: timeout(exchange)
    }
  }

  /// The response to those without a token.
  var requiresAuthentication: Response {
    let address = "https://docs.github.com/graphql/guides/forming-calls-with-graphql"
    return .json(
      [
        "message": "This endpoint requires you to be authenticated.",
        "documentation_url": .string(address + "#authenticating-with-graphql"), "status": "401",
      ], status: 401)
  }

  private func execute(
    _ request: GraphQLRequest, _ exchange: Exchange, _ fault: GraphQLFault?
  ) throws(GraphQLRequest.Failure) -> Response {
    let cost = try GraphQLCost(request)
    if let location = cost.emailLocation, exchange.caller.kind == .withoutScope {
      return .graphQL([.insufficientScopes(granted: "", at: location)])
    }
    var budget = budget(exchange)
    guard cost.points <= budget.remaining else { return overBudget(exchange) }
    budget.used += cost.points
    let resolver = GraphQLResolver(
      inhabitants: inhabitants, base: exchange.base,
      budget: faults.current.limits == .none ? nil : budget, cost: cost)
    var executor = GraphQLExecutor(request, resolver, fault: fault)
    let data = try executor.data()
    var response = Response.graphQL(executor.errors, data: data)
    response.cost = cost.points
    return response
  }

  private func timeout(_ exchange: Exchange) -> Response {
    .graphQL(
      [
        GraphQLError(
          "Something went wrong while executing your query. This may be the result of a timeout. "
            + "Please include `\(exchange.requestID)` when reporting this issue.")
      ], data: .null, status: 502)
  }
}
