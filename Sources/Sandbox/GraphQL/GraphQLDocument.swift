/// The operations and fragments of one request, as they were written (GraphQL, October 2021).
struct GraphQLDocument: Sendable {
  var operations: [GraphQLOperation] = []
  var fragments: [GraphQLFragment] = []
}

struct GraphQLOperation: Sendable {
  /// `query`, `mutation` or `subscription`.
  var kind: String
  var name: String?
  var variables: [GraphQLVariable]
  var selections: [GraphQLSelection]
  var location: GraphQLLocation
}

struct GraphQLFragment: Sendable {
  var name: String
  var typeName: String
  var selections: [GraphQLSelection]
  var location: GraphQLLocation
}

struct GraphQLVariable: Sendable {
  var name: String
  var type: GraphQLType
  var defaultValue: GraphQLValue?
  var location: GraphQLLocation
}

enum GraphQLSelection: Sendable {
  case field(GraphQLField)
  case spread(name: String, [GraphQLDirective], GraphQLLocation)
  /// `typeName` is nil where the fragment holds for every type.
  case inline(typeName: String?, [GraphQLDirective], [GraphQLSelection], GraphQLLocation)
}

struct GraphQLField: Sendable {
  var alias: String?
  var name: String
  var arguments: [GraphQLArgument]
  var directives: [GraphQLDirective]
  var selections: [GraphQLSelection]
  var location: GraphQLLocation

  /// The name of the member in the response.
  var key: String { alias ?? name }
}

struct GraphQLDirective: Sendable {
  var name: String
  var arguments: [GraphQLArgument]
  var location: GraphQLLocation
}

struct GraphQLArgument: Sendable {
  var name: String
  var value: GraphQLValue
}

indirect enum GraphQLValue: Sendable {
  case variable(String)
  case int(Int)
  case float(Double)
  case string(String)
  case bool(Bool)
  case null
  case enumeration(String)
  case list([GraphQLValue])
  case object([GraphQLArgument])
}

/// A reference to a type: `String!`, `[RepositoryAffiliation]`.
indirect enum GraphQLType: Sendable, Equatable {
  case named(String)
  case list(GraphQLType)
  case nonNull(GraphQLType)

  /// The type's name without lists and marks.
  var name: String {
    switch self {
    case .named(let name): name
    case .list(let type), .nonNull(let type): type.name
    }
  }

  /// The type as it is written.
  var text: String {
    switch self {
    case .named(let name): name
    case .list(let type): "[\(type.text)]"
    case .nonNull(let type): type.text + "!"
    }
  }

  /// The type that is meant where null is not.
  var nullable: GraphQLType {
    guard case .nonNull(let type) = self else { return self }
    return type
  }
}

/// A place in a document; both count from 1.
struct GraphQLLocation: Sendable, Equatable {
  var line: Int
  var column: Int
}
