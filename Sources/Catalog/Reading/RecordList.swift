import JSON

/// The records of an answer, usable or not, and the whole that they lie in.
package struct RecordList: Sendable {
  /// The whole, where it is one JSON value; else null.
  package var root: JSONValue = .null
  /// What is no value at all is null.
  package var records: [JSONValue] = []
  /// Why there is no list where it should be.
  package var problem: String?
}
