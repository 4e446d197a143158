import JSON
import Matching

/// Says which field was perhaps meant.
package enum FieldSuggestion {
  /// The known name that is nearest to a wrong one; nil where none is near.
  package static func nearest(to name: String, among known: [String]) -> String? {
    let wanted = name.lowercased()
    let limit = max(1, wanted.count / 3)
    let near = known.filter { $0 != name }.map { ($0, editDistance(wanted, $0.lowercased())) }
      .filter { $0.1 <= limit }
    if let best = near.min(by: { $0.1 < $1.1 }) { return best.0 }
    // A field that lies deeper, or shallower.
    let last = name.split(separator: ".").last
    return known.first { $0.split(separator: ".").last == last && $0 != name }
  }

  /// The paths of what a record has to show, its own fields before those that lie deeper.
  package static func fields(of record: JSONValue) -> [String] {
    guard let members = record.objectValue?.members else { return [] }
    let direct = members.filter { $0.value.readableText != nil }.map(\.key)
    let deeper = members.flatMap { member in
      fields(of: member.value).map { "\(member.key).\($0)" }
    }
    return direct + deeper
  }

  /// Says that records have no such field, and which they have.
  package static func words(missing name: String, in record: JSONValue) -> String {
    let known = fields(of: record)
    let problem = "no record has `\(name)`"
    if let near = nearest(to: name, among: known) {
      return "\(problem); did you mean `\(near)`?"
    }
    guard !known.isEmpty else { return problem }
    return "\(problem); there is " + known.prefix(8).map { "`\($0)`" }.joined(separator: ", ")
  }
}
