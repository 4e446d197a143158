import JSON

/// Executes an operation, field by field; a field that fails is null beside its error.
struct GraphQLExecutor {
  /// No request has time for more fields.
  private static let maximumFields = 400_000

  private let request: GraphQLRequest
  private let resolver: GraphQLResolver
  private var fault: GraphQLFault?
  private(set) var errors: [GraphQLError] = []
  private var path: [JSONValue] = []
  private var fieldCount = 0

  /// - Parameter fault: strikes the first field that it concerns.
  init(_ request: GraphQLRequest, _ resolver: GraphQLResolver, fault: GraphQLFault?) {
    (self.request, self.resolver, self.fault) = (request, resolver, fault)
  }

  /// The `data` of the response.
  mutating func data() throws(GraphQLRequest.Failure) -> JSONValue {
    try object(.query, "Query", request.operation.selections) ?? .null
  }

  /// Nil where a field that must not be null is.
  private mutating func object(
    _ entity: GraphQLEntity, _ declared: String, _ selections: [GraphQLSelection]
  ) throws(GraphQLRequest.Failure) -> JSONValue? {
    let typeName = resolver.typeName(of: entity, declared: declared)
    var members: [JSONObject.Member] = []
    var isWhole = true
    for (key, fields) in request.fields(selections, of: typeName) {
      fieldCount += 1
      guard fieldCount <= Self.maximumFields else { throw .timeout }
      guard let definition = request.schema.field(fields[0].name, of: typeName) else { continue }
      path.append(.string(key))
      let value = try value(of: fields, definition, entity, typeName)
      path.removeLast()
      guard let value else {
        isWhole = false
        continue
      }
      members.append((key: key, value: value))
    }
    return isWhole ? .object(JSONObject(distinct: members)) : nil
  }

  private mutating func value(
    of fields: [GraphQLField], _ definition: GraphQLSchema.Field, _ entity: GraphQLEntity,
    _ typeName: String
  ) throws(GraphQLRequest.Failure) -> JSONValue? {
    guard definition.name != "__typename" else { return .string(typeName) }
    let selections = fields.count == 1 ? fields[0].selections : fields.flatMap(\.selections)
    let result: GraphQLResult
    do throws(GraphQLError) {
      if let fault, fault.concerns(definition.name, isTop: path.count == 1) {
        self.fault = nil
        throw fault.error
      }
      let arguments = request.arguments(fields[0].arguments, definition.arguments)
      if wantsPage(selections, of: definition.type.name) {
        try GraphQLConnection.check(arguments, of: definition.name)
      }
      result = try resolver.result(of: definition.name, entity, arguments)
    } catch {
      var error = error
      (error.path, error.locations) = (path, [fields[0].location])
      errors.append(error)
      return absent(definition.type)
    }
    switch result {
    case .scalar(let value): return value.isNull ? absent(definition.type) : value
    case .entity(let entity):
      return try object(entity, definition.type.name, selections) ?? absent(definition.type)
    case .entities(let entities):
      var values: [JSONValue] = []
      for (index, entity) in entities.enumerated() {
        path.append(JSONValue(index))
        values.append(try object(entity, definition.type.name, selections) ?? .null)
        path.removeLast()
      }
      return .array(values)
    }
  }

  /// Null, or nothing where the type forbids it and the object around is null in its place.
  private func absent(_ type: GraphQLType) -> JSONValue? { type == type.nullable ? .null : nil }

  /// Whether more than a count is wanted of a list.
  private func wantsPage(_ selections: [GraphQLSelection], of typeName: String) -> Bool {
    typeName.hasSuffix("Connection")
      && request.fields(selections, of: typeName).contains {
        ["nodes", "edges", "pageInfo"].contains($0.fields[0].name)
      }
  }
}
