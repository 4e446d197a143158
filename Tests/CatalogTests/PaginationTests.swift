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
    _ values: [JSONValue], total: Int? = nil, next: PageTarget? = nil
  ) throws -> Pagination.Loaded {
    var body: JSONObject = JSONObject()
    body["items"] = .array(values)
    body["total"] = total.map { JSONValue($0) }
    var settings = try settings(.page)
    settings.layout.items = ItemsPath("items")
    let mapping = ItemMapping(label: try #require(FieldTemplate("n")))
    let answer = try PageResponse(
      .json(.object(body)), settings, mapping, address: "http://x.test/?p=1")
    return Pagination.Loaded(answer, next: next, mapping)
  }

  private func pages(_ numbers: ClosedRange<Int>, length: Int) -> [PageTarget] {
    numbers.map { PageTarget(number: $0, perPage: length) }
  }

  private func items(_ range: Range<Int>) -> [JSONValue] { range.map { ["n": JSONValue($0)] } }

  @Test("asks for the first page alone, then for four at a time")
  func windows() throws {
    var pagination = Pagination(try settings(.page))
    #expect(pagination.targets == pages(1...1, length: 10))
    func take(_ page: Int, count: Int = 10) throws {
      let first = page * 10 - 10
      try pagination.take(
        try loaded(items(first..<first + count), total: 95),
        for: PageTarget(number: page, perPage: 10))
    }
    try take(1)
    #expect(pagination.targets == pages(2...5, length: 10))
    try take(3)
    #expect(pagination.targets == [2, 4, 5].map { PageTarget(number: $0, perPage: 10) })
    for page in [2, 4, 5] { try take(page) }
    #expect(pagination.targets == pages(6...9, length: 10))
    #expect(pagination.expectedPages == 10)
    for page in 6...9 { try take(page) }
    try take(10, count: 5)
    #expect(pagination.end == .whole)
    #expect(pagination.recordCount == 95)
    let order = pagination.lines.split(separator: UInt8(ascii: "\n"))
      .map { try? JSONValue(parsing: $0)["n"]?.intValue }
    #expect(order == Array(0..<95))
  }

  @Test("follows ten thousand links one after the other")
  func manyLinks() throws {
    var pagination = Pagination(try settings(.link, maximumPages: 20_000))
    for i in 1...10_000 {
      let targets = pagination.targets
      #expect(targets.count == 1)
      guard let target = targets.first else { return }
      let next: PageTarget? = i == 10_000 ? nil : .url("http://x.test/\(i)")
      try pagination.take(try loaded(items(i..<i + 1), next: next), for: target)
    }
    #expect(pagination.end == .whole)
    #expect(pagination.recordCount == 10_000)
    #expect(pagination.lines.count < 200_000)
  }

  @Test("ends at the cap, and says so")
  func cap() throws {
    var pagination = Pagination(try settings(.page, maximumPages: 2))
    try pagination.take(try loaded(items(0..<2), total: 9), for: .page(1, offset: 0))
    #expect(pagination.targets == [.page(2, offset: 2)])
    try pagination.take(try loaded(items(2..<4), total: 9), for: .page(2, offset: 2))
    #expect(pagination.end == .short(because: "there are more than 2 pages"))
  }

  @Test("asks again by offset for what was guessed wrong, behind a page that is shorter")
  func guessedOffsets() throws {
    var settings = try settings(.page)
    settings.url = try RequestTemplate("http://x.test/?o={offset}")
    var pagination = Pagination(settings)
    try pagination.take(try loaded(items(0..<10), total: 35), for: .page(1, offset: 0))
    try pagination.take(try loaded(items(10..<18), total: 35), for: .page(2, offset: 10))
    try pagination.take(try loaded(items(20..<30), total: 35), for: .page(3, offset: 20))
    #expect(pagination.targets == [.page(3, offset: 18), .page(4, offset: 28)])
  }
}
