import JSON

extension GraphQLSchema {
  /// What `value` is as an input of `type`; nil where it does not fit.
  ///
  /// - Parameter variable: the value of a variable that stands where that type is wanted.
  func coerce(
    _ value: GraphQLValue, to type: GraphQLType, variable: (String, GraphQLType) -> JSONValue?
  ) -> JSONValue? {
    if case .variable(let name) = value { return variable(name, type) }
    if case .null = value { return type == type.nullable ? .null : nil }
    switch type.nullable {
    case .list(let element):
      guard case .list(let values) = value else {
        return coerce(value, to: element, variable: variable).map { [$0] }
      }
      let coerced = values.compactMap { coerce($0, to: element, variable: variable) }
      return coerced.count == values.count ? .array(coerced) : nil
    case .named(let name): return coerce(value, toNamed: name, variable: variable)
    case .nonNull: return nil
    }
  }

  private func coerce(
    _ value: GraphQLValue, toNamed name: String, variable: (String, GraphQLType) -> JSONValue?
  ) -> JSONValue? {
    switch (types[name], value) {
    case (.enumeration(let words), .enumeration(let word)):
      return words.contains(word) ? .string(word) : nil
    case (.input(let inputs), .object(let members)):
      guard members.allSatisfy({ member in inputs.contains { $0.name == member.name } }) else {
        return nil
      }
      var object = JSONObject()
      for input in inputs {
        let given = members.first { $0.name == input.name }?.value ?? input.defaultValue
        guard let given else {
          if input.isRequired { return nil }
          continue
        }
        guard let coerced = coerce(given, to: input.type, variable: variable) else { return nil }
        object[input.name] = coerced
      }
      return .object(object)
    case (.scalar, _): return scalar(value, name)
    default: return nil
    }
  }

  private func scalar(_ value: GraphQLValue, _ name: String) -> JSONValue? {
    switch (name, value) {
    case ("Int", .int(let number)): Int32(exactly: number) == nil ? nil : JSONValue(number)
    case ("Float", .int(let number)): .number(Double(number))
    case ("Float", .float(let number)): .number(number)
    case ("Boolean", .bool(let value)): .bool(value)
    case ("ID", .int(let number)): .string(String(number))
    case ("String", .string(let text)), ("ID", .string(let text)), ("URI", .string(let text)),
      ("DateTime", .string(let text)):
      .string(text)
    default: nil
    }
  }

  /// The values of an operation's variables: those given, else the defaults.
  func variables(
    of operation: GraphQLOperation, given: JSONObject?
  ) throws(GraphQLError) -> [String: JSONValue] {
    let given = Dictionary(
      (given?.members ?? []).map { ($0.key, $0.value) }, uniquingKeysWith: { _, last in last })
    var variables: [String: JSONValue] = [:]
    for variable in operation.variables {
      let json = given[variable.name]
      let value = json.map { literal($0, variable.type) } ?? variable.defaultValue
      if value == nil, variable.type == variable.type.nullable { continue }
      guard let coerced = coerce(value ?? .null, to: variable.type, variable: { _, _ in nil })
      else { throw invalid(variable, json ?? .null) }
      variables[variable.name] = coerced
    }
    return variables
  }

  private func invalid(_ variable: GraphQLVariable, _ json: JSONValue) -> GraphQLError {
    var error = GraphQLError(
      "Variable $\(variable.name) of type \(variable.type.text) was provided invalid value",
      at: variable.location)
    let explanation = json.isNull ? "Expected value to not be null" : "Could not coerce value"
    var extensions = JSONObject()
    extensions["value"] = json
    extensions["problems"] = [["path": [], "explanation": .string(explanation)]]
    error.extensions = extensions
    return error
  }

  /// A variable's JSON as the value that a document would hold, no deeper than the type.
  private func literal(_ json: JSONValue, _ type: GraphQLType) -> GraphQLValue {
    switch json {
    case .null: return .null
    case .bool(let value): return .bool(value)
    case .integer(let number): return .int(Int(number))
    case .largeInteger: return .float(json.doubleValue ?? .infinity)
    case .number(let number): return json.intValue.map { .int($0) } ?? .float(number)
    case .string(let text):
      if case .enumeration = types[type.name] { return .enumeration(text) }
      return .string(text)
    case .brokenString: return .list([.null])
    case .array(let elements):
      guard case .list(let element) = type.nullable else { return .list([.null]) }
      return .list(elements.map { literal($0, element) })
    case .object(let object):
      guard case .input(let inputs) = types[type.name] else { return .object([]) }
      return .object(
        object.members.map { member in
          let type = inputs.first { $0.name == member.key }?.type ?? .named("")
          return GraphQLArgument(name: member.key, value: literal(member.value, type))
        })
    }
  }
}
