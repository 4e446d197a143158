/// The types that can be asked for, and what belongs to each.
struct GraphQLSchema: Sendable {
  struct Field: Sendable {
    var name: String
    var arguments: [Input]
    var type: GraphQLType
  }

  /// An argument, or a member of an input object.
  struct Input: Sendable {
    var name: String
    var type: GraphQLType
    var defaultValue: GraphQLValue?

    var isRequired: Bool {
      if case .nonNull = type { return defaultValue == nil }
      return false
    }
  }

  enum Definition: Sendable {
    case scalar
    case enumeration([String])
    case input([Input])
    case union([String])
    case interface([String: Field])
    case object([String: Field], interfaces: [String])
  }

  private(set) var types: [String: Definition] = [
    "Int": .scalar, "Float": .scalar, "String": .scalar, "Boolean": .scalar, "ID": .scalar,
  ]
  /// The object types of each type that can be selected from.
  private var objects: [String: Set<String>] = [:]

  /// Reads the schema language.
  init(_ text: String) throws(GraphQLError) {
    var parser = try GraphQLParser(text)
    while !parser.isAtEnd { try read(&parser) }
    for (name, definition) in types {
      switch definition {
      case .object(_, let interfaces):
        for type in interfaces + [name] { objects[type, default: []].insert(name) }
      case .union(let members): objects[name] = Set(members)
      case .scalar, .enumeration, .input, .interface: break
      }
    }
  }

  private mutating func read(_ parser: inout GraphQLParser) throws(GraphQLError) {
    let kind = try parser.name()
    let name = try parser.name()
    switch kind {
    case "scalar": types[name] = .scalar
    case "union":
      try parser.expect("=")
      types[name] = .union(try Self.names(&parser, between: "|"))
    case "enum":
      try parser.expect("{")
      var words: [String] = []
      while !parser.takes("}") { words.append(try parser.name()) }
      types[name] = .enumeration(words)
    case "input":
      try parser.expect("{")
      types[name] = .input(try Self.inputs(&parser, end: "}"))
    case "interface": types[name] = .interface(try Self.fields(&parser))
    default:
      let interfaces = parser.takes("implements") ? try Self.names(&parser, between: "&") : []
      types[name] = .object(try Self.fields(&parser), interfaces: interfaces)
    }
  }

  private static func names(
    _ parser: inout GraphQLParser, between sign: String
  ) throws(GraphQLError) -> [String] {
    var names: [String] = []
    repeat { names.append(try parser.name()) } while parser.takes(sign)
    return names
  }

  private static func inputs(
    _ parser: inout GraphQLParser, end: String
  ) throws(GraphQLError) -> [Input] {
    var inputs: [Input] = []
    while !parser.takes(end) {
      let name = try parser.name()
      try parser.expect(":")
      inputs.append(
        Input(
          name: name, type: try parser.type(),
          defaultValue: parser.takes("=") ? try parser.value() : nil))
    }
    return inputs
  }

  private static func fields(_ parser: inout GraphQLParser) throws(GraphQLError) -> [String: Field]
  {
    var fields: [String: Field] = [:]
    try parser.expect("{")
    while !parser.takes("}") {
      let name = try parser.name()
      let arguments = parser.takes("(") ? try inputs(&parser, end: ")") : []
      try parser.expect(":")
      fields[name] = Field(name: name, arguments: arguments, type: try parser.type())
    }
    return fields
  }
}

extension GraphQLSchema {
  /// The field of that name; `__typename` is a field of all that has fields or members.
  func field(_ name: String, of typeName: String) -> Field? {
    switch types[typeName] {
    case _ where name == "__typename" && isComposite(typeName):
      Field(name: name, arguments: [], type: .nonNull(.named("String")))
    case .object(let fields, _), .interface(let fields): fields[name]
    case .scalar, .enumeration, .input, .union, nil: nil
    }
  }

  /// Whether something must be selected from values of that type.
  func isComposite(_ typeName: String) -> Bool { objects[typeName] != nil }

  /// Whether a value of the object type is one of `typeName` too.
  func object(_ object: String, isA typeName: String) -> Bool {
    objects[typeName]?.contains(object) ?? false
  }

  /// Whether a value can be of both types.
  func overlap(_ a: String, _ b: String) -> Bool {
    !(objects[a] ?? []).isDisjoint(with: objects[b] ?? [])
  }
}
