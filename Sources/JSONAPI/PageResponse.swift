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
  /// What the answer says of the page after it, where that is how pages are found.
  var next: String?

  init(_ response: Response, _ settings: APISettings) throws(SourceError) {
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
    total = Self.total(settings.total, value, response)
    next = Self.next(settings.next, value, response)
  }

  private static func total(
    _ place: APISettings.Total?, _ value: JSONValue, _ response: Response
  ) -> Int? {
    switch place {
    case .body(let path):
      value.value(at: path).flatMap { bounded($0.intValue ?? $0.stringValue.flatMap { Int($0) }) }
    case .header(let name):
      bounded(response.headers[name]?.split(separator: "/").last.flatMap { Int($0) })
    case nil: nil
    }
  }

  /// A number from outside that sums can be made with; nil where it counts nothing.
  private static func bounded(_ total: Int?) -> Int? {
    total.flatMap { $0 < 0 ? nil : min($0, maximumTotal) }
  }

  private static func next(
    _ next: APISettings.Next, _ value: JSONValue, _ response: Response
  ) -> String? {
    switch next {
    case .none, .page: nil
    case .link: response.headers["Link"].flatMap(Link.next)
    case .body(let path): value.value(at: path)?.readableText.flatMap { isEnd($0) ? nil : $0 }
    }
  }

  /// Whether what is said of the next page is that there is none.
  private static func isEnd(_ text: String) -> Bool {
    ["", "false", "0", "-1", "null"].contains(text)
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
