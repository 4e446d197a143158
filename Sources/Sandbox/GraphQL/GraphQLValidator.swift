import JSON

/// Finds what is wrong with a document before anything of it is executed.
///
/// Each operation and fragment is looked at once, however often it is spread.
struct GraphQLValidator {
  /// A variable where a value is wanted.
  private struct Use {
    var name: String
    var type: GraphQLType
    var hasDefault: Bool
    var argument: String
    var path: [String]
    var location: GraphQLLocation
  }

  /// What an operation or a fragment refers to.
  private struct References {
    var uses: [Use] = []
    var spreads: [(name: String, path: [String], location: GraphQLLocation)] = []
  }

  private let schema: GraphQLSchema
  private let fragments: [String: GraphQLFragment]
  private var errors: [GraphQLError] = []
  private var references = References()

  /// The errors of `document`, in the order of the rules that it breaks.
  static func errors(
    in document: GraphQLDocument, _ schema: GraphQLSchema
  ) -> [GraphQLError] {
    var validator = GraphQLValidator(document, schema)
    validator.check(document)
    return validator.errors
  }

  private init(_ document: GraphQLDocument, _ schema: GraphQLSchema) {
    self.schema = schema
    fragments = Dictionary(
      document.fragments.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
  }

  private mutating func check(_ document: GraphQLDocument) {
    var referencesOf: [String: References] = [:]
    for fragment in document.fragments {
      let path = ["fragment \(fragment.name)"]
      if checkCondition(fragment.typeName, within: nil, path, fragment.location) {
        check(fragment.selections, of: fragment.typeName, path)
      }
      referencesOf[fragment.name] = references
      references = References()
    }
    checkLoops(document.fragments, referencesOf)
    var used: Set<String> = []
    for operation in document.operations {
      let title = operation.kind + (operation.name.map { " " + $0 } ?? "")
      guard operation.kind == "query" else {
        errors.append(
          GraphQLError(
            code: "missing\(operation.kind.capitalizedFirst)Configuration",
            "Schema is not configured for \(operation.kind)s", path: [title],
            at: operation.location))
        continue
      }
      check(operation.selections, of: "Query", [title])
      let reached = reachable(from: references, referencesOf)
      used.formUnion(reached.names)
      checkVariables(of: operation, reached.uses, title)
      references = References()
    }
    for fragment in document.fragments where !used.contains(fragment.name) {
      errors.append(
        GraphQLError(
          code: "useAndDefineFragment", "Fragment \(fragment.name) was defined, but not used",
          path: ["fragment \(fragment.name)"], at: fragment.location,
          ["fragmentName": fragment.name]))
    }
  }

  private mutating func check(
    _ selections: [GraphQLSelection], of typeName: String, _ path: [String]
  ) {
    for selection in selections {
      switch selection {
      case .field(let field): check(field, of: typeName, path + [field.key])
      case .spread(let name, let directives, let location):
        check(directives, path)
        references.spreads.append((name, path, location))
        guard let fragment = fragments[name] else {
          errors.append(
            GraphQLError(
              code: "useAndDefineFragment", "Fragment \(name) was used, but not defined",
              path: path, at: location, ["fragmentName": name]))
          continue
        }
        _ = checkCondition(fragment.typeName, within: typeName, path, location)
      case .inline(let condition, let directives, let selections, let location):
        check(directives, path)
        let path = path + [condition.map { "... on \($0)" } ?? "..."]
        guard checkCondition(condition ?? typeName, within: typeName, path, location) else {
          continue
        }
        check(selections, of: condition ?? typeName, path)
      }
    }
  }

  private mutating func checkCondition(
    _ condition: String, within typeName: String?, _ path: [String], _ location: GraphQLLocation
  ) -> Bool {
    guard schema.isComposite(condition) else {
      errors.append(
        GraphQLError(
          code: "undefinedType",
          "No such type \(condition), so it can't be a fragment condition", path: path,
          at: location, ["typeName": condition]))
      return false
    }
    guard let typeName, !schema.overlap(condition, typeName) else { return true }
    errors.append(
      GraphQLError(
        code: "cannotSpreadFragment",
        "Fragment on \(condition) can't be spread inside \(typeName)", path: path,
        at: location, ["typeName": typeName, "fragmentName": condition]))
    return false
  }

  private mutating func check(_ field: GraphQLField, of typeName: String, _ path: [String]) {
    guard let definition = schema.field(field.name, of: typeName) else {
      errors.append(
        GraphQLError(
          code: "undefinedField", "Field '\(field.name)' doesn't exist on type '\(typeName)'",
          path: path, at: field.location, ["typeName": typeName, "fieldName": field.name]))
      return
    }
    check(field.arguments, definition.arguments, of: ("Field", field.name), path, field.location)
    check(field.directives, path)
    let type = definition.type.name
    if schema.isComposite(type), field.selections.isEmpty {
      mismatch(
        "Field must have selections (field '\(field.name)' returns \(type) but has no selections. "
          + "Did you mean '\(field.name) { ... }'?)", field, type, path)
    } else if !schema.isComposite(type), !field.selections.isEmpty {
      mismatch(
        "Selections can't be made on scalars (field '\(field.name)' returns \(type) but has "
          + "selections)", field, type, path)
    } else {
      check(field.selections, of: type, path)
    }
  }

  private mutating func mismatch(
    _ message: String, _ field: GraphQLField, _ type: String, _ path: [String]
  ) {
    errors.append(
      GraphQLError(
        code: "selectionMismatch", message, path: path, at: field.location,
        ["nodeName": "field '\(field.name)'", "typeName": type]))
  }

  private mutating func check(_ directives: [GraphQLDirective], _ path: [String]) {
    for directive in directives {
      guard ["include", "skip"].contains(directive.name) else {
        errors.append(
          GraphQLError(
            code: "undefinedDirective", "Directive @\(directive.name) is not defined",
            path: path, at: directive.location, ["directiveName": directive.name]))
        continue
      }
      let condition = GraphQLSchema.Input(name: "if", type: .nonNull(.named("Boolean")))
      check(
        directive.arguments, [condition], of: ("Directive", directive.name), path,
        directive.location)
    }
  }

  private mutating func check(
    _ arguments: [GraphQLArgument], _ inputs: [GraphQLSchema.Input],
    of owner: (kind: String, name: String), _ path: [String], _ location: GraphQLLocation
  ) {
    for argument in arguments {
      guard let input = inputs.first(where: { $0.name == argument.name }) else {
        errors.append(
          GraphQLError(
            code: "argumentNotAccepted",
            "\(owner.kind) '\(owner.name)' doesn't accept argument '\(argument.name)'",
            path: path + [argument.name], at: location,
            ["name": owner.name, "typeName": owner.kind, "argumentName": argument.name]))
        continue
      }
      var uses: [Use] = []
      let coerced = schema.coerce(argument.value, to: input.type) { name, type in
        uses.append(
          Use(
            name: name, type: type, hasDefault: input.defaultValue != nil,
            argument: argument.name, path: path + [argument.name], location: location))
        return .null
      }
      references.uses += uses
      guard coerced == nil else { continue }
      errors.append(
        GraphQLError(
          code: "argumentLiteralsIncompatible",
          "Argument '\(argument.name)' on \(owner.kind) '\(owner.name)' has an invalid value. "
            + "Expected type '\(input.type.text)'.", path: path + [argument.name], at: location,
          ["typeName": owner.kind, "argumentName": argument.name]))
    }
    let missing = inputs.filter { input in
      input.isRequired && !arguments.contains { $0.name == input.name }
    }
    guard !missing.isEmpty else { return }
    let names = missing.map(\.name).joined(separator: ", ")
    errors.append(
      GraphQLError(
        code: "missingRequiredArguments",
        "\(owner.kind) '\(owner.name)' is missing required arguments: \(names)", path: path,
        at: location, ["className": owner.kind, "name": owner.name, "arguments": names]))
  }

  /// All that is spread from `references`, directly or by another fragment.
  private func reachable(
    from references: References, _ referencesOf: [String: References]
  ) -> (names: Set<String>, uses: [Use]) {
    var names: Set<String> = []
    var uses = references.uses
    var waiting = references.spreads.map(\.name)
    while let name = waiting.popLast() {
      guard names.insert(name).inserted, let next = referencesOf[name] else { continue }
      uses += next.uses
      waiting += next.spreads.map(\.name)
    }
    return (names, uses)
  }

  private mutating func checkLoops(
    _ fragments: [GraphQLFragment], _ referencesOf: [String: References]
  ) {
    // Those that spread none but finished ones are finished; the rest are in a loop or before one.
    var waitingFor: [String: Int] = [:]
    var spreaders: [String: [String]] = [:]
    for fragment in fragments {
      let spread = Set(referencesOf[fragment.name]?.spreads.map(\.name) ?? [])
        .filter { referencesOf[$0] != nil }
      waitingFor[fragment.name] = spread.count
      for name in spread { spreaders[name, default: []].append(fragment.name) }
    }
    var finished = waitingFor.filter { $0.value == 0 }.map(\.key)
    while let name = finished.popLast() {
      waitingFor[name] = nil
      for spreader in spreaders[name] ?? [] {
        let left = (waitingFor[spreader] ?? 0) - 1
        waitingFor[spreader] = left
        if left == 0 { finished.append(spreader) }
      }
    }
    for fragment in fragments where waitingFor[fragment.name] != nil {
      errors.append(
        GraphQLError(
          code: "infiniteLoop", "Fragment \(fragment.name) contains an infinite loop",
          path: ["fragment \(fragment.name)"], at: fragment.location,
          ["fragmentName": fragment.name]))
    }
  }

  private mutating func checkVariables(
    of operation: GraphQLOperation, _ uses: [Use], _ title: String
  ) {
    let whose = operation.name ?? "anonymous query"
    let declared = Dictionary(
      operation.variables.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    let used = Set(uses.map(\.name))
    for variable in operation.variables where !used.contains(variable.name) {
      errors.append(
        GraphQLError(
          code: "variableNotUsed",
          "Variable $\(variable.name) is declared by \(whose) but not used",
          path: [title], at: variable.location, ["variableName": variable.name]))
    }
    for use in uses {
      guard let variable = declared[use.name] else {
        errors.append(
          GraphQLError(
            code: "variableNotDefined",
            "Variable $\(use.name) is used by \(whose) but not declared", path: use.path,
            at: use.location, ["variableName": use.name]))
        continue
      }
      guard !variable.fits(use.type, hasDefault: use.hasDefault) else { continue }
      errors.append(
        GraphQLError(
          code: "variableMismatch",
          "Type mismatch on variable $\(use.name) and argument \(use.argument) "
            + "(\(variable.type.text) / \(use.type.text))", path: use.path, at: use.location,
          [
            "variableName": use.name, "typeName": variable.type.text,
            "argumentName": use.argument, "errorMessage": "Type mismatch",
          ]))
    }
  }
}

extension GraphQLVariable {
  /// Whether the variable may stand where `wanted` is; a default makes up for a missing mark.
  fileprivate func fits(_ wanted: GraphQLType, hasDefault: Bool) -> Bool {
    let isGiven = defaultValue != nil || hasDefault
    return isSubtype(isGiven ? .nonNull(type.nullable) : type, of: wanted)
  }

  private func isSubtype(_ type: GraphQLType, of wanted: GraphQLType) -> Bool {
    switch (type, wanted) {
    case (.nonNull(let type), .nonNull(let wanted)): isSubtype(type, of: wanted)
    case (.nonNull(let type), _): isSubtype(type, of: wanted)
    case (.list(let type), .list(let wanted)): isSubtype(type, of: wanted)
    default: type == wanted
    }
  }
}
