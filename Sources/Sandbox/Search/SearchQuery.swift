/// A parsed search: alternatives, each a list of terms that all must hold.
struct SearchQuery: Sendable, Equatable {
  enum Term: Sendable, Equatable {
    case text(Needle)
    case kind(isOrganization: Bool)
    case followers(NumberRange)
    case repositories(NumberRange)
    case created(NumberRange)
    case location(Needle)
    case language(String)
    case login(String)
  }

  /// Text to look for, in lower case, and its bytes.
  struct Needle: Sendable, Equatable {
    var text: String
    var bytes: [UInt8]

    init(_ text: String) { (self.text, bytes) = (text, Array(text.utf8)) }
  }

  struct Condition: Sendable, Equatable {
    var term: Term
    var isExcluded: Bool
  }

  /// Where free text is looked for.
  struct Fields: OptionSet, Sendable {
    let rawValue: Int
    static let login = Fields(rawValue: 1)
    static let name = Fields(rawValue: 2)
    /// No account shows an address, so nothing is found there.
    static let email = Fields(rawValue: 4)
  }

  enum Invalid: Error, Equatable {
    case empty
    case tooLong
    case tooManyOperators
    case badValue(qualifier: String, value: String)
  }

  private(set) var alternatives: [[Condition]]
  private(set) var fields: Fields
  /// What `sort:` says, as in `sort:followers-asc`; nil for the best match.
  private(set) var sort: SearchIndex.Sort?
  private(set) var isAscending = false

  /// Reads the text of `q`; unknown qualifiers count as text, as they do on GitHub.
  init(_ text: String) throws(Invalid) {
    guard text.unicodeScalars.count <= 256 else { throw .tooLong }
    let words = SearchWord.all(in: text)
    guard !words.isEmpty else { throw .empty }
    let operators = words.count {
      $0.qualifier == nil && !$0.isQuoted && ["AND", "OR", "NOT"].contains($0.value)
    }
    guard operators <= 5 else { throw .tooManyOperators }
    alternatives = [[]]
    fields = []
    var excludesNext = false
    for word in words {
      if word.qualifier == nil, !word.isQuoted {
        switch word.value {
        case "AND": continue
        case "NOT":
          excludesNext = true
          continue
        case "OR":
          alternatives.append([])
          continue
        default: break
        }
      }
      try add(word, isExcluded: word.isExcluded || excludesNext)
      excludesNext = false
    }
    if fields.isEmpty { fields = [.login, .name] }
  }

  private mutating func add(_ word: SearchWord, isExcluded: Bool) throws(Invalid) {
    if word.qualifier == "sort" {
      let parts = word.value.lowercased().split(separator: "-", maxSplits: 1)
      sort = parts.first.flatMap { SearchIndex.Sort(rawValue: String($0)) }
      isAscending = sort != nil && parts.last == "asc"
      return
    }
    if word.qualifier == "in" {
      for name in word.value.split(separator: ",") {
        switch name.lowercased() {
        case "login": fields.insert(.login)
        case "name", "fullname": fields.insert(.name)
        case "email": fields.insert(.email)
        default: throw .badValue(qualifier: "in", value: word.value)
        }
      }
      return
    }
    let condition = Condition(term: try Self.term(word), isExcluded: isExcluded)
    alternatives[alternatives.count - 1].append(condition)
  }

  private static func term(_ word: SearchWord) throws(Invalid) -> Term {
    let value = word.value.lowercased()
    switch word.qualifier {
    case "type" where value == "user": return .kind(isOrganization: false)
    case "type" where value == "org" || value == "organization": return .kind(isOrganization: true)
    case "followers":
      if let range = NumberRange(counts: value) { return .followers(range) }
    case "repos", "repositories":
      if let range = NumberRange(counts: value) { return .repositories(range) }
    case "created":
      if let range = NumberRange(days: word.value) { return .created(range) }
    case "location": return .location(Needle(value))
    case "language": return .language(value)
    case "user", "org": return .login(value)
    case "type": break
    case let unknown?: return .text(Needle("\(unknown):\(value)"))
    case nil: return .text(Needle(value))
    }
    throw .badValue(qualifier: word.qualifier ?? "", value: word.value)
  }

  /// The logins that the query names with `user:`; GitHub refuses those that do not exist.
  var namedLogins: [String] {
    alternatives.joined().compactMap { condition in
      guard case .login(let login) = condition.term else { return nil }
      return login
    }
  }
}
