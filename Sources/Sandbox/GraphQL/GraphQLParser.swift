/// Reads documents, and the types of the schema's own text.
struct GraphQLParser {
  /// Selections, values and types are nested no deeper, so that no document exhausts the stack.
  static let maximumDepth = 32

  private let tokens: [GraphQLToken]
  private var position = 0
  private var depth = 0

  init(_ text: String) throws(GraphQLError) { tokens = try GraphQLLexer.tokens(of: text) }

  /// Reads all operations and fragments of a request.
  static func document(_ text: String) throws(GraphQLError) -> GraphQLDocument {
    var parser = try GraphQLParser(text)
    var document = GraphQLDocument()
    repeat {
      if parser.takes("fragment") {
        document.fragments.append(try parser.fragment())
      } else {
        document.operations.append(try parser.operation())
      }
    } while !parser.isAtEnd
    return document
  }

  var isAtEnd: Bool { tokens[position].kind == .end }

  private var location: GraphQLLocation { tokens[position].location }

  private mutating func fragment() throws(GraphQLError) -> GraphQLFragment {
    let location = tokens[position - 1].location
    let name = try name()
    try expect("on")
    return GraphQLFragment(
      name: name, typeName: try self.name(), selections: try selections(), location: location)
  }

  private mutating func operation() throws(GraphQLError) -> GraphQLOperation {
    let location = location
    var operation = GraphQLOperation(
      kind: "query", name: nil, variables: [], selections: [], location: location)
    if !isNext("{") {
      guard let kind = ["query", "mutation", "subscription"].first(where: { isNext($0) }) else {
        throw unexpected()
      }
      operation.kind = kind
      position += 1
      if case .name = tokens[position].kind { operation.name = try name() }
      if takes("(") {
        repeat { operation.variables.append(try variable()) } while !takes(")")
      }
      _ = try directives()
    }
    operation.selections = try selections()
    return operation
  }

  private mutating func variable() throws(GraphQLError) -> GraphQLVariable {
    let location = location
    try expect("$")
    let name = try name()
    try expect(":")
    return GraphQLVariable(
      name: name, type: try type(), defaultValue: takes("=") ? try value() : nil,
      location: location)
  }

  private mutating func selections() throws(GraphQLError) -> [GraphQLSelection] {
    try descend()
    defer { depth -= 1 }
    try expect("{")
    var selections: [GraphQLSelection] = []
    repeat { selections.append(try selection()) } while !takes("}")
    return selections
  }

  private mutating func selection() throws(GraphQLError) -> GraphQLSelection {
    let location = location
    guard takes("...") else { return .field(try field(location)) }
    if !isNext("on"), case .name = tokens[position].kind {
      return .spread(name: try name(), try directives(), location)
    }
    let typeName = takes("on") ? try name() : nil
    return .inline(typeName: typeName, try directives(), try selections(), location)
  }

  private mutating func field(_ location: GraphQLLocation) throws(GraphQLError) -> GraphQLField {
    let first = try name()
    let isAliased = takes(":")
    return GraphQLField(
      alias: isAliased ? first : nil, name: isAliased ? try name() : first,
      arguments: try arguments(), directives: try directives(),
      selections: isNext("{") ? try selections() : [], location: location)
  }

  private mutating func directives() throws(GraphQLError) -> [GraphQLDirective] {
    var directives: [GraphQLDirective] = []
    while isNext("@") {
      let location = location
      position += 1
      directives.append(
        GraphQLDirective(name: try name(), arguments: try arguments(), location: location))
    }
    return directives
  }

  private mutating func arguments() throws(GraphQLError) -> [GraphQLArgument] {
    guard takes("(") else { return [] }
    var arguments: [GraphQLArgument] = []
    repeat { arguments.append(try argument()) } while !takes(")")
    return arguments
  }

  private mutating func argument() throws(GraphQLError) -> GraphQLArgument {
    let name = try name()
    try expect(":")
    return GraphQLArgument(name: name, value: try value())
  }

  mutating func value() throws(GraphQLError) -> GraphQLValue {
    try descend()
    defer { depth -= 1 }
    switch tokens[position].kind {
    case .int(let number): return taking(.int(number))
    case .float(let number): return taking(.float(number))
    case .string(let text): return taking(.string(text))
    case .name("true"): return taking(.bool(true))
    case .name("false"): return taking(.bool(false))
    case .name("null"): return taking(.null)
    case .name(let word): return taking(.enumeration(word))
    case .sign("$"):
      position += 1
      return .variable(try name())
    case .sign("["):
      position += 1
      var elements: [GraphQLValue] = []
      while !takes("]") { elements.append(try value()) }
      return .list(elements)
    case .sign("{"):
      position += 1
      var members: [GraphQLArgument] = []
      while !takes("}") { members.append(try argument()) }
      return .object(members)
    case .sign, .end: throw unexpected()
    }
  }

  mutating func type() throws(GraphQLError) -> GraphQLType {
    try descend()
    defer { depth -= 1 }
    var type: GraphQLType
    if takes("[") {
      type = .list(try self.type())
      try expect("]")
    } else {
      type = .named(try name())
    }
    if takes("!") { type = .nonNull(type) }
    return type
  }

  mutating func name() throws(GraphQLError) -> String {
    guard case .name(let name) = tokens[position].kind else { throw unexpected() }
    position += 1
    return name
  }

  /// Whether the next token is that word or sign.
  func isNext(_ text: String) -> Bool {
    tokens[position].kind == .sign(text) || tokens[position].kind == .name(text)
  }

  /// Skips the next token where it is that word or sign.
  mutating func takes(_ text: String) -> Bool {
    guard isNext(text) else { return false }
    position += 1
    return true
  }

  mutating func expect(_ text: String) throws(GraphQLError) {
    guard takes(text) else { throw unexpected() }
  }

  private mutating func taking(_ value: GraphQLValue) -> GraphQLValue {
    position += 1
    return value
  }

  private mutating func descend() throws(GraphQLError) {
    depth += 1
    guard depth <= Self.maximumDepth else {
      throw GraphQLError("The document is nested too deeply.", at: location)
    }
  }

  private func unexpected() -> GraphQLError {
    let text: String
    switch tokens[position].kind {
    case .end: return GraphQLError("Unexpected end of document", at: location)
    case .sign(let sign): text = "\"\(sign)\" (\(Self.signNames[sign] ?? "UNKNOWN_CHAR"))"
    case .name(let name): text = "\"\(name)\" (IDENTIFIER)"
    case .string(let string): text = "\"\(string)\" (STRING)"
    case .int(let number): text = "\"\(number)\" (INT)"
    case .float(let number): text = "\"\(number)\" (FLOAT)"
    }
    return GraphQLError(
      "Parse error on \(text) at [\(location.line), \(location.column)]", at: location)
  }

  private static let signNames = [
    "{": "LCURLY", "}": "RCURLY", "(": "LPAREN", ")": "RPAREN", "[": "LBRACKET",
    "]": "RBRACKET", ":": "COLON", "=": "EQUALS", "!": "BANG", "|": "PIPE", "&": "AMP",
    "$": "VAR_SIGN", "@": "DIR_SIGN", "...": "ELLIPSIS",
  ]
}
