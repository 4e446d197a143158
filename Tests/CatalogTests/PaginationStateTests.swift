import Explorer
import HTTP
import JSON
import Testing

@testable import Catalog
@testable import JSONAPI

/// An API that has rows and gives them in pages of its own length, in a test's hands.
private struct PagedServer: Sendable {
  /// How many rows there are, named `row 1` and so on.
  var count = 61
  /// The length of a page, whatever is asked for.
  var length = 20
  var firstPage = 1
  var total: JSONValue? = nil
  /// What is said of the page after one, by the page's number and whether it is the last.
  var next: (@Sendable (Int, Bool) -> JSONValue?)?
  var more: (@Sendable (Bool) -> JSONValue)?
  /// What comes behind the last page.
  var pastTheEnd: @Sendable () -> Response = { .json(["data": []]) }

  func answer(_ request: Request) -> Response {
    let values = ["p", "o", "c"].map { request.parameter($0).flatMap { Int($0) } }
    let offset = values[1] ?? ((values[0] ?? values[2] ?? firstPage) - firstPage) * length
    guard offset >= 0, offset < count else { return pastTheEnd() }
    let last = min(offset + length, count)
    var body = JSONObject()
    body["data"] = .array((offset..<last).map { ["name": .string("row \($0 + 1)")] })
    body["count"] = total
    body["next"] = next?(offset / length + 1, last == count)
    body["more"] = more?(last == count)
    return .json(.object(body))
  }
}

@Suite("Pages as servers give them", .timeLimit(.minutes(1)))
struct PaginationStateTests {
  struct Row: Sendable, CustomTestStringConvertible {
    var name: String
    var url: String
    fileprivate var server: PagedServer
    var more: [String: JSONValue] = [:]
    var labels: [String]? = nil
    var isIncomplete = false
    var testDescription: String { name }
  }

  private static func rows(_ range: ClosedRange<Int>) -> [String] { range.map { "row \($0)" } }

  private static let byPage = "http://x.test/s?q={query}&p={page}&n={perPage}"
  private static let byOffset = "http://x.test/s?q={query}&o={offset}&n={perPage}"
  private static let byCursor = "http://x.test/s?q={query}&c={cursor}"
  private static let byURL = "http://x.test/s?q={query}"

  /// The address of a page, as servers name it.
  private static func link(_ page: Int) -> JSONValue { .string("/s?q=a&c=\(page)") }

  static let whole = [
    Row(name: "numbered, with a total", url: byPage, server: PagedServer(total: 61)),
    Row(name: "numbered, without a total", url: byPage, server: PagedServer()),
    Row(name: "by offset, with a total", url: byOffset, server: PagedServer(total: 61)),
    Row(name: "by offset, without a total", url: byOffset, server: PagedServer()),
    Row(name: "full pages alone", url: byPage, server: PagedServer(count: 60, total: 60)),
    Row(name: "full pages alone, no total", url: byOffset, server: PagedServer(count: 60)),
    Row(name: "a total that is a page's", url: byPage, server: PagedServer(total: 5)),
    Row(name: "a total of nothing", url: byOffset, server: PagedServer(total: 0)),
    Row(name: "longer pages", url: byOffset, server: PagedServer(length: 50, total: 61)),
    Row(
      name: "numbered from 0", url: "http://x.test/s?q={query}&p={page}",
      server: PagedServer(firstPage: 0, total: 61), more: ["firstPage": 0]),
    Row(
      name: "404 past the end", url: byPage,
      server: PagedServer(count: 60, pastTheEnd: { Response(status: 404) })),
    Row(
      name: "400 past the end", url: byPage,
      server: PagedServer(count: 60, pastTheEnd: { Response(status: 400) })),
    Row(
      name: "416 past the end", url: byOffset,
      server: PagedServer(count: 60, pastTheEnd: { Response(status: 416) })),
    Row(
      name: "page 1 again past the end", url: byPage,
      server: PagedServer(
        count: 60, pastTheEnd: { PagedServer(count: 60).answer(Request(url: "http://x.test/?p=1")) }
      )),
    Row(
      name: "cursors", url: byCursor,
      server: PagedServer(next: { $1 ? nil : JSONValue($0 + 1) }), more: ["next": "body:next"]),
    Row(
      name: "cursors that lead back to page 2", url: byCursor,
      server: PagedServer(next: { $1 ? 2 : JSONValue($0 + 1) }), more: ["next": "body:next"]),
    Row(
      name: "addresses that lead back to page 1", url: byURL,
      server: PagedServer(next: { $1 ? "?q=a" : link($0 + 1) }), more: ["next": "body:next"]),
    Row(
      name: "page 1 again at ever-new addresses", url: byURL,
      server: PagedServer(next: { $1 ? link(-61) : link($0 + 1) }, pastTheEnd: { again }),
      more: ["next": "body:next"]),
    Row(
      name: "empty pages at ever-new addresses", url: byURL,
      server: PagedServer(next: { _, _ in "/s?q=a&c=99" }, pastTheEnd: { endless }),
      more: ["next": "body:next"], labels: rows(1...20)),
    Row(
      name: "`more`, whatever the total says", url: byPage,
      server: PagedServer(total: 7, more: { .bool(!$0) }), more: ["more": "more"]),
    Row(
      name: "`more` without a total", url: byOffset,
      server: PagedServer(count: 60, more: { $0 ? 0 : 1 }), more: ["more": "more"]),
    Row(
      name: "numbers named by the answer", url: byPage,
      server: PagedServer(next: { $1 ? "" : JSONValue($0 + 1) }), more: ["next": "body:next"]),
    Row(
      name: "offsets named by the answer", url: byOffset,
      server: PagedServer(next: { $1 ? -1 : JSONValue($0 * 20) }), more: ["next": "body:next"]),
  ]

  private static let again = PagedServer().answer(Request(url: "http://x.test/"))
  private static let endless = Response.json(["data": [], "next": "/s?q=a&c=100"])

  private func entry(_ row: Row, mode: JSONValue) -> JSONValue {
    var entry: JSONObject = JSONObject(lastWins: [
      (key: "id", value: "x"), (key: "type", value: "http"), (key: "items", value: "data"),
      (key: "total", value: "count"), (key: "label", value: "name"), (key: "mode", value: mode),
      (key: "perPage", value: 100),
    ])
    entry["url"] = .string(row.url)
    for (key, value) in row.more { entry[key] = value }
    return .object(entry)
  }

  private func expected(_ row: Row) -> [String] {
    row.labels ?? Self.rows(1...row.server.count)
  }

  @Test("are followed to their end, each row once, asked for every query", arguments: whole)
  func query(_ row: Row) async throws {
    for perPage in [10, 20, 30, 100] {
      let bench = Bench(StubClient { row.server.answer($0) })
      let source = try bench.source(entry(row, mode: "query"))
      var labels: [String] = []
      var query = Query("a", perPage: perPage)
      var continuation: String?
      repeat {
        let page = try await source.search(query, continuing: continuation, timeout: limit)
        labels += page.items.map(\.label)
        continuation = page.next
        query.page += 1
      } while continuation != nil && query.page < 20
      #expect(labels == expected(row), "perPage \(perPage)")
      #expect(continuation == nil)
    }
  }

  @Test("are followed to their end by who asks for them by number", arguments: whole)
  func numbers(_ row: Row) async throws {
    let bench = Bench(StubClient { row.server.answer($0) })
    let source = try bench.source(entry(row, mode: "query"))
    var labels: [String] = []
    for number in 1...20 {
      let page = try await source.search(
        Query("a", page: number), continuing: nil, timeout: limit)
      labels += page.items.map(\.label)
      if page.next == nil { break }
    }
    #expect(labels == expected(row))
  }

  @Test("are followed to their end, each row once, asked once for all", arguments: whole)
  func all(_ row: Row) async throws {
    let bench = Bench(StubClient { row.server.answer($0) })
    let source = try bench.source(entry(row, mode: "all"))
    let page = try await source.search(Query("", perPage: 100), continuing: nil, timeout: limit)
    #expect(page.items.map(\.label) == expected(row))
    #expect(!page.isIncomplete)
    #expect(bench.warnings == [])
  }

  // MARK: odd servers

  /// A server that has these pages, by number, and what it says past their end.
  private func source(
    _ bench: Bench, _ members: [String: JSONValue] = [:]
  ) throws -> any Source {
    var entry: JSONObject = JSONObject(lastWins: [
      (key: "id", value: "x"), (key: "type", value: "http"), (key: "items", value: "data"),
      (key: "label", value: "name"), (key: "url", value: .string(Self.byPage)),
      (key: "total", value: "count"),
    ])
    for (key, value) in members { entry[key] = value }
    return try bench.source(.object(entry))
  }

  private func bench(
    _ pages: [[JSONValue]], total: JSONValue = .null, past: Response = .json(["data": []])
  ) -> Bench {
    Bench(
      StubClient { request in
        let number = request.parameter("p").flatMap { Int($0) } ?? 1
        guard number <= pages.count else { return past }
        return .json([
          "data": .array(pages[number - 1]), "count": total,
          "next": number == pages.count ? .null : .string("/s?p=\(number + 1)"),
        ])
      })
  }

  private func named(_ names: String) -> [JSONValue] {
    names.split(separator: " ").map { ["name": .string(String($0))] }
  }

  /// All pages, one after the other.
  private func pages(_ source: any Source, perPage: Int = 30) async throws -> [Page] {
    var pages: [Page] = []
    repeat {
      let query = Query("", page: pages.count + 1, perPage: perPage)
      pages.append(
        try await source.search(query, continuing: pages.last?.next, timeout: limit))
    } while pages.last?.next != nil && pages.count < 20
    return pages
  }

  private static let modes: [JSONValue] = ["query", "all"]

  @Test(
    "go on behind a shorter or an empty one for as long as they name the next", arguments: modes)
  func shortInTheMiddle(_ mode: JSONValue) async throws {
    let bench = bench([named("a b c"), named("d"), [], named("e f g"), named("h")])
    let source = try source(
      bench, ["mode": mode, "next": "body:next", "url": "http://x.test/s?q={query}"])
    let pages = try await pages(source)
    #expect(pages.flatMap(\.items).map(\.label) == ["a", "b", "c", "d", "e", "f", "g", "h"])
    // What says that there is more brings some.
    #expect(!pages.contains { $0.items.isEmpty })
  }

  @Test("go on behind an empty one where fewer came than there are", arguments: modes)
  func emptyInTheMiddle(_ mode: JSONValue) async throws {
    for rows in [[named("a b"), [], named("c")], [[], named("a b c")]] {
      let source = try source(bench(rows, total: 3), ["mode": mode])
      #expect(try await pages(source).flatMap(\.items).map(\.label) == ["a", "b", "c"])
    }
  }

  @Test("are refused where more are counted than are given out", arguments: modes)
  func refusedBeforeTheEnd(_ mode: JSONValue) async throws {
    let bench = bench([named("a b")], total: 10_000, past: Response(status: 400))
    let source = try source(bench, ["mode": mode])
    let error = await failure { () throws(SourceError) in
      let first = try await source.search(Query(""), continuing: nil, timeout: limit)
      return try await source.search(
        Query("", page: 2), continuing: first.next, timeout: limit)
    }
    #expect(error?.httpStatus == 400)
  }

  @Test("that end before the number that was told are no whole list")
  func fewerThanTold() async throws {
    for past in [Response.json(["data": []]), Response(status: 404)] {
      let bench = bench([named("a b")], total: 30, past: past)
      let page = try await source(bench, ["mode": "all"]).search(
        Query(""), continuing: nil, timeout: limit)
      #expect(page.items.map(\.label) == ["a", "b"])
      #expect(page.isIncomplete)
      #expect(bench.warnings == ["x: the list is not whole; it says 30 and gives 2."])
    }
  }

  @Test("that fail are no end", arguments: modes)
  func failures(_ mode: JSONValue) async throws {
    for status in [401, 403, 429, 500] {
      let source = try source(
        bench([named("a b")], past: Response(status: status)), ["mode": mode])
      let error = await failure { () throws(SourceError) in
        try await source.search(Query("", page: 2), continuing: nil, timeout: limit)
      }
      #expect(error?.httpStatus == status)
    }
    let first = try source(bench([], past: Response(status: 404)), ["mode": mode])
    let error = await failure { () throws(SourceError) in try await first.labels("") }
    #expect(error?.httpStatus == 404)
  }

  @Test("that overlap bring no row twice, with a key and without", arguments: modes)
  func overlap(_ mode: JSONValue) async throws {
    for key in [nil, "name"] as [JSONValue?] {
      let bench = bench([named("a b c"), named("c d a"), named("e b f"), named("f")])
      var members: [String: JSONValue] = ["mode": mode]
      members["key"] = key
      let pages = try await pages(try source(bench, members))
      #expect(pages.flatMap(\.items).map(\.label) == ["a", "b", "c", "d", "e", "f"])
    }
  }

  @Test("give a row the same id in either mode, whatever comes above it")
  func identities() async throws {
    let rows: [JSONValue] = [
      ["name": "a", "id": 1], ["name": "b", "id": 2], ["name": "b", "id": 2], ["name": "c"],
    ]
    let new: JSONValue = ["name": "new", "id": 0]
    for key in [nil, "id"] as [JSONValue?] {
      var seen: Set<[String]> = []
      for mode in Self.modes {
        for pages in [[rows], [[new] + rows], [[new], rows]] {
          var members: [String: JSONValue] = ["mode": mode]
          members["key"] = key
          let items = try await self.pages(try source(bench(pages), members)).flatMap(\.items)
          seen.insert(items.filter { $0.label != "new" }.map(\.id))
        }
      }
      #expect(seen.count == 1)
      #expect(seen.first.map { Set($0).count } == 4)
      if key != nil { #expect(seen.first?.prefix(3) == ["x:1", "x:2", "x:2#2"]) }
    }
  }

  @Test("are asked for by the number where nothing is known of those before")
  func cold() async throws {
    for (url, total) in [(Self.byPage, 61), (Self.byOffset, 61), (Self.byPage, nil)] {
      let server = PagedServer(length: 30, total: total.map { JSONValue($0) })
      let bench = Bench(StubClient { server.answer($0) })
      let source = try source(bench, ["url": .string(url)])
      let page = try await source.search(Query("a", page: 2), continuing: nil, timeout: limit)
      #expect(page.items.map(\.label) == Self.rows(31...60))
      #expect(page.next != nil)
      let last = try await self.source(bench, ["url": .string(url)]).search(
        Query("a", page: 3), continuing: nil, timeout: limit)
      #expect(last.items.map(\.label) == ["row 61"])
      if total != nil { #expect(last.next == nil) }
    }
  }
}
