/// The people near at hand at one time, ready to be searched.
package final class PeopleDirectory: Sendable {
  /// The nearest first, and programs last.
  package let people: [Person]
  private let words: SearchedWords
  private let byKey: [String: Int]

  package static let empty = PeopleDirectory([])

  /// - Parameter people: each once; recent ones in their order.
  package init(_ people: [Person]) {
    let ranked = people.enumerated().sorted { a, b in
      if a.element.tier != b.element.tier { return a.element.tier < b.element.tier }
      let isRecent = a.element.relations.contains(.recent)
      if !isRecent, a.element.weight != b.element.weight {
        return a.element.weight > b.element.weight
      }
      return a.offset < b.offset
    }
    self.people = ranked.map(\.element)
    words = SearchedWords(self.people)
    byKey = Dictionary(
      self.people.enumerated().map { ($0.element.key, $0.offset) },
      uniquingKeysWith: { first, _ in first })
  }

  /// Returns where those are whom every word of the query is a start of: a login, a word of the
  /// name, or the address.
  ///
  /// Ordered by nearness, then by how well they match, then by what they have done. An empty query
  /// finds everybody.
  package func indices(of query: String) -> [Int] {
    guard !query.isEmpty else { return Array(people.indices) }
    let qualities = SearchedWords.Quality.allCases.count
    var ranks = [[Int]](repeating: [], count: Person.tierCount * qualities)
    words.find(query) { index, quality in
      ranks[people[index].tier * qualities + Int(quality.rawValue)].append(index)
    }
    return Array(ranks.joined())
  }

  /// Those whom the query finds, in the same order.
  package func find(_ query: String) -> [Person] { indices(of: query).map { people[$0] } }

  /// Where the person of that account or address is.
  package func index(of person: Person) -> Int? { byKey[person.key] }

  /// - Parameter login: in lower case.
  package func index(ofLogin login: String) -> Int? { byKey["@" + login] }
}

extension Person {
  fileprivate static let tierCount = 6

  /// How far somebody stands back, whatever is searched.
  fileprivate var tier: Int {
    (relations.min()?.rank ?? 2) + (isBot ? 3 : 0)
  }
}
