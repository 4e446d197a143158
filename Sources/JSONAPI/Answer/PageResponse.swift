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
  var status: Int

  /// What says that the answer is an error, whatever its status.
  var failure: JSONValue?
  /// How long it asks to be left alone (Stack Exchange).
  var backoff: Duration?

  /// Throws where the answer cannot be read, or has no list where it should be.
  init(
    _ response: Response, _ settings: APISettings, _ mapping: ItemMapping, address: String
  ) throws(SourceError) {
    (self.address, status) = (address, response.status)
    guard response.status != 204, !settings.empty.contains(response.status) else {
      items = []
      return
    }
    let list = try TableReader(settings.layout(of: response), mapping).records(response.body)
    items = list.records
    total = settings.total.flatMap { Self.total($0, list.root, response) }
    hasMore = settings.more.flatMap { Self.said($0, list.root, response) }.map(Self.isMore)
    next = Self.next(settings.next, list.root, response)
    backoff = list.root["backoff"]?.intValue.flatMap { $0 > 0 ? .seconds($0) : nil }
    let said = settings.error.flatMap { Self.said($0, list.root, response) }
    let inside = AnswerFailure(list)
    failure = inside.words(said: said)
    if let problem = list.problem, failure == nil, total != 0, !inside.isNoData {
      throw SourceError(.misconfigured(reason: problem))
    }
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
}
