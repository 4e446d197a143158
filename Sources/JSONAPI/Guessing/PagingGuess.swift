import HTTP
import JSON

/// How the pages of an API are most likely asked for, by an address that was used and its answer.
package struct PagingGuess: Sendable {
  /// The address, with places for what differs from one request to the next.
  package private(set) var url: String
  /// Where the answer says how many there are, and which page is next; as entries have it.
  package private(set) var total: String?
  package private(set) var next: String?
  /// Whether the address asks for the first page as 0.
  package let countsFromZero: Bool

  /// - Parameter count: how many records came.
  package init(url: String, answer: Response, count: Int) {
    self.url = Self.template(url)
    countsFromZero =
      self.url.contains("{page}")
      && Self.pairs(of: url).contains { pair in
        pair.value == "0" && Self.place(pair.name) == "{page}"
      }
    let body = (try? JSONValue(parsing: answer.body, byteOrderMark: .skipped)) ?? .null
    let members = Self.members(of: body)
    total =
      Self.totals.lazy.compactMap { name in
        members.first { Self.plain($0.path) == name && ($0.value.intValue ?? -1) >= count }
      }.first?.path.joined(separator: ".")
      ?? Self.totalHeaders.first { answer.headers[$0] != nil }
      .map { "header:" + $0 }
    if answer.headers["Link"].flatMap(Link.next) != nil {
      next = "link"
    } else if let place = members.first(where: Self.isNext) {
      next = "body:" + place.path.joined(separator: ".")
    }
  }

  /// Whether each query is asked; else everything is fetched once.
  package var isAsked: Bool { url.contains("{query}") }

  // MARK: address

  private static let places: [(place: String, names: Set<String>)] = [
    ("{query}", ["q", "query", "search", "s", "term", "keyword", "text", "search_query"]),
    ("{page}", ["page", "p", "pageno", "page_no", "pagenumber"]),
    (
      "{perPage}",
      [
        "per_page", "perpage", "limit", "size", "page_size", "pagesize", "rows",
        "numofrows", "hitsperpage", "count",
      ]
    ),
    ("{offset}", ["offset", "skip", "start", "from"]),
  ]

  /// Puts places where parameters are named for them; what has places already stays.
  private static func template(_ url: String) -> String {
    guard !url.contains("{"), let mark = url.firstIndex(of: "?") else { return url }
    let filled = pairs(of: url).map { pair in
      place(pair.name).map { "\(pair.name)=\($0)" } ?? pair.text
    }
    return url[...mark] + filled.joined(separator: "&")
  }

  private static func place(_ name: String) -> String? {
    places.first { $0.names.contains(name.lowercased()) }?.place
  }

  private static func pairs(of url: String) -> [(name: String, value: String, text: String)] {
    url.drop { $0 != "?" }.dropFirst().split(separator: "&", omittingEmptySubsequences: false)
      .map { pair in
        let name = pair.prefix { $0 != "=" }
        return (String(name), String(pair.dropFirst(name.count + 1)), String(pair))
      }
  }

  // MARK: answer

  private typealias Member = (path: [String], value: JSONValue)

  private static let totals = [
    "total", "totalcount", "totalitems", "totalresults", "totalhits", "totalrecords",
    "totalelements", "estimatedtotalhits", "numfound", "nbhits", "nhits", "found", "count",
  ]
  private static let totalHeaders = ["X-Total-Count", "X-Total"]
  private static let nexts: Set<String> = [
    "next", "nextpage", "nextpageurl", "nexturl", "nextlink", "odatanextlink",
  ]

  /// What lies in objects down to some depth, those in lists apart.
  private static func members(of value: JSONValue, at path: [String] = []) -> [Member] {
    guard path.count < 4, let object = value.objectValue else { return [] }
    return object.members.map { (path + [$0.key], $0.value) }
      + object.members.flatMap { members(of: $0.value, at: path + [$0.key]) }
  }

  /// The last name, or the one before where that says nothing: `total.value`, `next.href`.
  private static func plain(_ path: [String]) -> String {
    let isForm = path.count > 1 && ["value", "href"].contains(path[path.count - 1])
    return (isForm ? path[path.count - 2] : path[path.count - 1]).lowercased()
      .filter { $0.isLetter }
  }

  private static func isNext(_ member: Member) -> Bool {
    guard nexts.contains(plain(member.path)), let text = member.value.stringValue else {
      return false
    }
    return text.contains("://") || text.hasPrefix("/") || text.hasPrefix("?")
  }
}
