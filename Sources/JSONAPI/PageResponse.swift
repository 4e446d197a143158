import Catalog
import Explorer
import HTTP
import JSON

/// One page of an API's answer, read.
struct PageResponse: Sendable {
  /// Totals above this are taken for it: nobody counts further.
  private static let maximumTotal = 1 << 50

  /// As they came, usable or not.
  var items: [JSONValue]
  var total: Int?
  /// Whether it says that there is more.
  var hasMore: Bool?
  /// What it says of the page after it, where that is how pages are found.
  var next: JSONValue?
  /// The address that was asked.
  var address: String

  init(
    _ response: Response, _ settings: APISettings, address: String
  ) throws(SourceError) {
    self.address = address
    let value: JSONValue
    do throws(JSONError) {
      value = try JSONValue(parsing: response.body, byteOrderMark: .skipped)
    } catch {
      throw Self.undecodable(
        response.body.isEmpty ? "it is empty" : Table.place(error.offset, in: response.body))
    }
    guard let items = value.value(at: settings.layout.items.segments)?.arrayValue else {
      let place = settings.layout.items.segments.isEmpty ? "top" : settings.layout.items.description
      throw Self.undecodable("there is no array at `\(place)`")
    }
    self.items =
      settings.layout.columns.isEmpty ? items : items.map { $0.named(settings.layout.columns) }
    total = settings.total.flatMap { Self.total($0, value, response) }
    hasMore = settings.more.flatMap { Self.said($0, value, response) }.map(Self.isMore)
    next = Self.next(settings.next, value, response)
  }

  private static func said(
    _ place: APISettings.Place, _ value: JSONValue, _ response: Response
  ) -> JSONValue? {
    switch place {
    case .body(let path): value.value(at: path)
    case .header(let name): response.headers[name].map { .string($0) }
    }
  }

  private static func total(
    _ place: APISettings.Place, _ value: JSONValue, _ response: Response
  ) -> Int? {
    let said = said(place, value, response)
    if let total = said?.intValue { return bounded(total) }
    return bounded(said?.stringValue?.split(separator: "/").last.flatMap { Int($0) })
  }

  /// A number from outside that sums can be made with; nil where it counts nothing.
  private static func bounded(_ total: Int?) -> Int? {
    total.flatMap { $0 < 0 ? nil : min($0, maximumTotal) }
  }

  private static func next(
    _ next: APISettings.Next, _ value: JSONValue, _ response: Response
  ) -> JSONValue? {
    switch next {
    case .none, .page: nil
    case .link: response.headers["Link"].flatMap(Link.next).map { .string($0) }
    case .named(let place): said(place, value, response)
    }
  }

  private static func isMore(_ said: JSONValue) -> Bool {
    switch said {
    case .bool(let isMore): isMore
    case .null: false
    case .array(let elements): !elements.isEmpty
    default: !["", "0", "false"].contains(said.writtenText.lowercased())
    }
  }

  private static func undecodable(_ place: String) -> SourceError {
    SourceError(.badResponse(.undecodable(place: place)))
  }
}

extension JSONValue {
  /// A row that is an array as an object with these names; any other value as it is.
  fileprivate func named(_ names: [String]) -> JSONValue {
    guard let cells = arrayValue else { return self }
    return .object(JSONObject(lastWins: zip(names, cells).map { (key: $0, value: $1) }))
  }
}
