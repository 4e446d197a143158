import JSON

/// What an operation may cost at most, counted as GitHub documents it, before it is executed.
struct GraphQLCost: Sendable {
  /// A request may ask for no more nodes.
  static let maximumNodes = 500_000
  private static let maximumSteps = 100_000

  /// The sum of all pages' lengths, nested ones multiplied; saturates.
  private(set) var nodes = 0.0
  /// Where `email` of a user is asked for, which takes a scope.
  private(set) var emailLocation: GraphQLLocation?
  /// How often a list must be asked for.
  private var lists = 0.0
  private var steps = 0
  private let request: GraphQLRequest

  /// A point for each hundred lists that must be asked for, at least one.
  var points: Int { max(1, Int(min(lists / 100, 1e9).rounded())) }

  init(_ request: GraphQLRequest) throws(GraphQLRequest.Failure) {
    self.request = request
    try count(request.operation.selections, of: "Query", times: 1, depth: 0)
    guard nodes > Double(Self.maximumNodes) else { return }
    throw .errors([
      GraphQLError(
        type: "MAX_NODE_LIMIT_EXCEEDED",
        "This query requests up to \(nodes < 1e15 ? String(Int(nodes)) : "too many") possible nodes "
          + "which exceeds the maximum limit of \(Self.maximumNodes).")
    ])
  }

  private mutating func count(
    _ selections: [GraphQLSelection], of typeName: String, times: Double, depth: Int
  ) throws(GraphQLRequest.Failure) {
    guard depth <= GraphQLRequest.maximumDepth else { throw .timeout }
    for selection in selections {
      steps += 1
      guard steps <= Self.maximumSteps else { throw .timeout }
      switch selection {
      case .field(let field) where request.isIncluded(field.directives):
        try count(field, of: typeName, times: times, depth: depth)
      case .spread(let name, let directives, _) where request.isIncluded(directives):
        guard let fragment = request.fragments[name] else { continue }
        try count(fragment.selections, of: fragment.typeName, times: times, depth: depth + 1)
      case .inline(let condition, let directives, let selections, _)
      where request.isIncluded(directives):
        try count(selections, of: condition ?? typeName, times: times, depth: depth + 1)
      case .field, .spread, .inline: break
      }
    }
  }

  private mutating func count(
    _ field: GraphQLField, of typeName: String, times: Double, depth: Int
  ) throws(GraphQLRequest.Failure) {
    guard let definition = request.schema.field(field.name, of: typeName) else { return }
    if field.name == "email", typeName != "Organization" {
      emailLocation = emailLocation ?? field.location
    }
    var times = times
    if definition.type.name.hasSuffix("Connection") {
      let arguments = request.arguments(field.arguments, definition.arguments)
      let length = (arguments["first"] ?? arguments["last"])?.intValue ?? 1
      lists += times
      times *= Double(max(1, length))
      nodes += times
    }
    try count(field.selections, of: definition.type.name, times: times, depth: depth + 1)
  }
}
