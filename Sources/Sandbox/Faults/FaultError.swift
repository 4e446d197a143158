/// Why a text of faults was refused.
package enum FaultError: Error, Equatable, Sendable {
  /// No fault, setting or place of that name.
  case unknownWord(String)
  /// `word` takes `expected` and was given something else.
  case badValue(word: String, expected: String)
  /// A setting that holds for the words after it, and none follow.
  case nothingFollows(String)
}

extension FaultError: CustomStringConvertible {
  /// One sentence that names the word and says what would do.
  package var description: String {
    switch self {
    case .unknownWord(let word):
      "unknown fault '\(word)'; faults: \(Faults.knownNames.joined(separator: ", ")); "
        + "places: \(Faults.knownPlaces.joined(separator: ", "))"
    case .badValue(let word, let expected):
      "bad fault '\(word)': expected \(expected)"
    case .nothingFollows(let word):
      "'\(word)' restricts the faults after it, and there are none; "
        + "put it first, or write FAULT:\(word)"
    }
  }
}

extension Faults {
  static let knownNames = [
    "latency", "drip", "error", "drop", "cut", "half", "html", "html200", "empty", "hang", "big",
    "redirect", "primary", "secondary", "limits", "seed", "on", "first",
  ]

  static let knownPlaces = Place.allCases.map(\.rawValue) + ["all"]

  /// The words, for people: what `gitexplorer sandbox --help` prints.
  package static let help = """
    FAULTS are words split by commas: [PLACE:]FAULT[=VALUE][:SHARE%][:first=N]

      latency=300ms       every answer takes that long; latency=100ms..2s varies
      drip=10/s           bodies come at so many bytes a second (also 2KB/s)
      error=500           an error as GitHub words it, any status from 400 to 599
      error=FORBIDDEN     a GraphQL error: NOT_FOUND and FORBIDDEN come beside the data, in place
                          of the first field of the query, or as in FORBIDDEN@followers of the
                          first with that name; INSUFFICIENT_SCOPES and RATE_LIMITED come
                          alone; timeout is a 502
      drop                the connection ends without an answer
      cut                 half a body, and the connection ends
      half                half a body that says it is whole
      html, html200       a page for people instead of JSON, with status 503 or 200
      empty               status 200 and no body
      hang                no answer, ever
      big=100MB           a body of that size
      redirect            302 to the same path on another host name
      primary=30s         the budget is used up, and full again after that time
      secondary=5s        too fast: wait that long; without a time nothing tells how long
      limits=real         GitHub's own budgets; limits=3/60 for 3 searches a minute and
                          60 others an hour; limits=generous; limits=none for
                          none, and no headers about them, as on Enterprise servers
      seed=7              where the draws start

      SHARE%    how often, as in error=500:20% or drop=10%; always where it is left out
      first=N   only the first N requests, as in error=502:first=2
      PLACE     search, user, repos, followers, following, follow, me, rate, graphql,
                contributors, codeowners, avatar or all; several as in repos+followers:drop
      on=PLACE and first=N standing alone hold for all faults after them

    Delays add up; of the other faults the first that hits decides.
    Example: latency=100ms..1s,search:error=500:20%,repos:drop:first=1
    """
}
