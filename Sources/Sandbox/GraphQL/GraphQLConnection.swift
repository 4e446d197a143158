import JSON

/// One page of a list, by cursors.
struct GraphQLConnection: Sendable {
  /// No page is longer.
  static let maximumLength = 100

  /// How many there are, those out of reach too.
  let totalCount: Int
  /// The page's first position and the entities on it.
  let start: Int
  let entities: [GraphQLEntity]
  /// How many can be reached.
  private let reachable: Int

  /// - Parameters:
  ///   - count: how many there are; no more than `reachable` of them can be paged to.
  ///   - arguments: `first`, `last`, `after` and `before`; an empty page where there is no length.
  init(
    _ arguments: [String: JSONValue], count: Int, reachable: Int = .max,
    _ entity: (Int) -> GraphQLEntity
  ) throws(GraphQLError) {
    totalCount = count
    self.reachable = min(count, reachable)
    var start = 0
    var end = self.reachable
    if let after = arguments["after"]?.stringValue { start = try Self.position(after) }
    if let before = arguments["before"]?.stringValue {
      end = max(0, min(end, try Self.position(before) - 1))
    }
    start = min(start, end)
    if let first = arguments["first"]?.intValue {
      end = min(end, start + first)
    } else {
      start = max(start, end - (arguments["last"]?.intValue ?? 0))
    }
    self.start = start
    entities = (start..<end).map(entity)
  }

  /// Checks that a list from which nodes are wanted says how many, and not too many.
  static func check(_ arguments: [String: JSONValue], of name: String) throws(GraphQLError) {
    let lengths = ["first", "last"].compactMap { side in
      arguments[side]?.intValue.map { (side, $0) }
    }
    guard let (side, length) = lengths.first else {
      throw GraphQLError(
        type: "MISSING_PAGINATION_BOUNDARIES",
        "You must provide a `first` or `last` value to properly paginate the `\(name)` connection.")
    }
    guard lengths.count == 1 else {
      throw GraphQLError(
        type: "UNPROCESSABLE",
        "Passing both `first` and `last` to paginate the `\(name)` connection is not supported.")
    }
    guard length >= 0 else {
      throw GraphQLError(
        type: "UNPROCESSABLE", "`\(side)` on the `\(name)` connection cannot be less than zero.")
    }
    guard length <= maximumLength else {
      throw GraphQLError(
        type: "EXCESSIVE_PAGINATION",
        "Requesting \(length) records on the `\(name)` connection exceeds the `\(side)` limit of "
          + "\(maximumLength) records.")
    }
  }

  var hasNextPage: Bool { start + entities.count < reachable }
  var hasPreviousPage: Bool { start > 0 }

  /// The cursor of the entity at `offset` on this page.
  func cursor(_ offset: Int) -> String { Self.cursorStart + nodeText(start + offset + 1) + "==" }

  private static let cursorStart = "Y3Vyc29yOnYyOpHO"

  /// The position after the entity that a cursor names.
  private static func position(_ cursor: String) throws(GraphQLError) -> Int {
    let text = cursor.dropFirst(cursorStart.count).dropLast(2)
    guard cursor.hasPrefix(cursorStart), cursor.hasSuffix("=="), let position = number(ofNode: text)
    else {
      throw GraphQLError(
        type: "INVALID_CURSOR_ARGUMENTS", "`\(cursor)` does not appear to be a valid cursor.")
    }
    return position
  }
}
