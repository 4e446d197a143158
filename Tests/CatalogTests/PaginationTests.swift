import Explorer
import HTTP
import JSON
import Testing

@testable import Catalog
@testable import JSONAPI

@Suite("The way through all pages")
struct PaginationTests {
  private func settings(_ next: APISettings.Next, maximumPages: Int = 10_000) throws -> APISettings
  {
    var settings = APISettings(url: try RequestTemplate("http://x.test/?p={page}"), mode: .all)
    settings.next = next
    settings.maximumPages = maximumPages
    settings.total = .body(["total"])
    return settings
  }

  private func loaded(
    _ values: [JSONValue], total: Int? = nil, next: Pagination.Target? = nil
  ) throws -> Pagination.Loaded {
    var body: JSONObject = JSONObject()
    body["items"] = .array(values)
    body["total"] = total.map { JSONValue($0) }
    var settings = try settings(.page)
    settings.layout.items = ItemsPath("items")
    return Pagination.Loaded(try PageResponse(.json(.object(body)), settings), next: next)
  }

  private func items(_ range: Range<Int>) -> [JSONValue] { range.map { ["n": JSONValue($0)] } }

  @Test("asks for the first page alone, then for four at a time")
  func windows() throws {
    var pagination = Pagination(try settings(.page))
    #expect(pagination.targets == [.page(1)])
    try pagination.take(try loaded(items(0..<10), total: 95), for: .page(1))
    #expect(pagination.targets == [.page(2), .page(3), .page(4), .page(5)])
    try pagination.take(try loaded(items(20..<30), total: 95), for: .page(3))
    #expect(pagination.targets == [.page(2), .page(4), .page(5)])
    for page in [2, 4, 5] {
      try pagination.take(
        try loaded(items(page * 10 - 10..<page * 10), total: 95), for: .page(page))
    }
    #expect(pagination.targets == [.page(6), .page(7), .page(8), .page(9)])
    #expect(pagination.expectedPages == 10)
    for page in 6...9 {
      try pagination.take(
        try loaded(items(page * 10 - 10..<page * 10), total: 95), for: .page(page))
    }
    try pagination.take(try loaded(items(90..<95), total: 95), for: .page(10))
    #expect(pagination.end == .whole)
    #expect(pagination.itemCount == 95)
    let order = pagination.lines.split(separator: UInt8(ascii: "\n"))
      .map { try? JSONValue(parsing: $0)["n"]?.intValue }
    #expect(order == Array(0..<95))
  }

  @Test("ends at a short page where nobody says how many there are")
  func shortPage() throws {
    var pagination = Pagination(try settings(.page))
    try pagination.take(try loaded(items(0..<10)), for: .page(1))
    try pagination.take(try loaded(items(10..<13)), for: .page(2))
    #expect(pagination.end == .whole)
    #expect(pagination.itemCount == 13)
  }

  @Test("ends at a page that is missing where nobody says how many there are")
  func missingPage() throws {
    var pagination = Pagination(try settings(.page))
    try pagination.take(try loaded(items(0..<10)), for: .page(1))
    let isEnd = pagination.missing(.page(2))
    #expect(isEnd)
    #expect(pagination.end == .whole)
  }

  @Test("says that the list is short where the pages end before the number that was told")
  func fewerThanTold() throws {
    var pagination = Pagination(try settings(.page))
    try pagination.take(try loaded(items(0..<10), total: 30), for: .page(1))
    try pagination.take(try loaded([], total: 30), for: .page(2))
    #expect(pagination.end == .short(because: "it says 30 and gives 10"))
  }

  @Test("says that the list is short where the same page comes again")
  func samePage() throws {
    var pagination = Pagination(try settings(.page))
    try pagination.take(try loaded(items(0..<10)), for: .page(1))
    try pagination.take(try loaded(items(0..<10)), for: .page(2))
    #expect(pagination.end == .short(because: "page 2 is page 1 again"))
    #expect(pagination.itemCount == 10)
  }

  @Test("follows ten thousand links one after the other")
  func manyLinks() throws {
    var pagination = Pagination(try settings(.link, maximumPages: 20_000))
    for i in 1...10_000 {
      let targets = pagination.targets
      #expect(targets.count == 1)
      guard let target = targets.first else { return }
      let next: Pagination.Target? = i == 10_000 ? nil : .url("http://x.test/\(i)")
      try pagination.take(try loaded(items(i..<i + 1), next: next), for: target)
    }
    #expect(pagination.end == .whole)
    #expect(pagination.itemCount == 10_000)
    #expect(pagination.lines.count < 200_000)
  }

  @Test("ends where a link leads back, and at the cap")
  func ends() throws {
    var loop = Pagination(try settings(.link))
    for (i, next) in ["a", "b", "a"].enumerated() {
      try loop.take(
        try loaded(items(i..<i + 1), next: .cursor(next)), for: loop.targets.first ?? .page(0))
    }
    #expect(loop.end == .short(because: "page 3 leads back to one before it"))
    var capped = Pagination(try settings(.page, maximumPages: 2))
    try capped.take(try loaded(items(0..<2), total: 9), for: .page(1))
    #expect(capped.targets == [.page(2)])
    try capped.take(try loaded(items(2..<4), total: 9), for: .page(2))
    #expect(capped.end == .short(because: "there are more than 2 pages"))
  }
}
