import JSON

/// One operation that is valid, with the values of its variables.
struct GraphQLRequest: Sendable {
  /// What makes a request impossible.
  enum Failure: Error {
    case errors([GraphQLError])
    /// More work than the server has time for.
    case timeout
  }

  /// Fields and fragments are nested no deeper, whatever spreads what.
  static let maximumDepth = 48

  let schema: GraphQLSchema
  let operation: GraphQLOperation
  let fragments: [String: GraphQLFragment]
  let variables: [String: JSONValue]

  /// Parses and validates a request's document, and picks its operation.
  init(
    _ text: String, operationName: String?, variables given: JSONObject?, _ schema: GraphQLSchema
  ) throws(Failure) {
    self.schema = schema
    let document: GraphQLDocument
    do throws(GraphQLError) { document = try GraphQLParser.document(text) } catch {
      throw .errors([error])
    }
    let errors = GraphQLValidator.errors(in: document, schema)
    guard errors.isEmpty else { throw .errors(errors) }
    do throws(GraphQLError) {
      operation = try Self.operation(operationName, of: document)
      fragments = Dictionary(
        document.fragments.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
      variables = try schema.variables(of: operation, given: given)
    } catch {
      throw .errors([error])
    }
  }

  private static func operation(
    _ name: String?, of document: GraphQLDocument
  ) throws(GraphQLError) -> GraphQLOperation {
    guard let name else {
      guard let only = document.operations.first, document.operations.count == 1 else {
        throw GraphQLError("An operation name is required")
      }
      return only
    }
    guard let named = document.operations.first(where: { $0.name == name }) else {
      throw GraphQLError("No operation named \"\(name)\"")
    }
    return named
  }
}

extension GraphQLRequest {
  /// Whether `@include` and `@skip` let a selection be.
  func isIncluded(_ directives: [GraphQLDirective]) -> Bool {
    directives.allSatisfy { directive in
      let condition = GraphQLSchema.Input(name: "if", type: .nonNull(.named("Boolean")))
      let isTrue = arguments(directive.arguments, [condition])["if"] == true
      return isTrue == (directive.name == "include")
    }
  }

  /// The arguments of a field, with the defaults of the schema.
  func arguments(
    _ given: [GraphQLArgument], _ inputs: [GraphQLSchema.Input]
  ) -> [String: JSONValue] {
    var arguments: [String: JSONValue] = [:]
    for input in inputs {
      var value = given.first { $0.name == input.name }?.value
      if case .variable(let name) = value, variables[name] == nil { value = nil }
      guard let value = value ?? input.defaultValue else { continue }
      arguments[input.name] = schema.coerce(value, to: input.type) { name, _ in
        variables[name] ?? .null
      }
    }
    return arguments
  }

  /// The fields that are selected from an object, those with the same name in the response together.
  ///
  /// - Parameter object: the object's type, which decides about fragments.
  func fields(
    _ selections: [GraphQLSelection], of object: String
  ) -> [(key: String, fields: [GraphQLField])] {
    var collected: [(key: String, fields: [GraphQLField])] = []
    var indices: [String: Int] = [:]
    var spread: Set<String> = []
    var waiting = [ArraySlice(selections)]
    while let selection = waiting.last?.first {
      waiting[waiting.count - 1].removeFirst()
      if waiting.last?.isEmpty == true { waiting.removeLast() }
      switch selection {
      case .field(let field) where isIncluded(field.directives):
        if let index = indices[field.key] {
          collected[index].fields.append(field)
        } else {
          indices[field.key] = collected.count
          collected.append((field.key, [field]))
        }
      case .spread(let name, let directives, _) where isIncluded(directives):
        guard spread.insert(name).inserted, let fragment = fragments[name],
          schema.object(object, isA: fragment.typeName)
        else { continue }
        waiting.append(ArraySlice(fragment.selections))
      case .inline(let condition, let directives, let selections, _) where isIncluded(directives):
        guard condition.map({ schema.object(object, isA: $0) }) ?? true else { continue }
        waiting.append(ArraySlice(selections))
      case .field, .spread, .inline: break
      }
    }
    return collected
  }
}
