import Explorer
import GitHub
import HTTP
import REST
import Testing

@Suite("Reading bodies")
struct ResponsesTests {
  private let responses = Responses(host: .gitHub)

  private func search(_ body: String) throws(SourceError) -> Responses.Reading {
    try responses.searchPage(Array(body.utf8), number: 1)
  }

  @Test func `a page of people is read in its order`() throws {
    let reading = try search(searchBody(octocat, person(2), total: "70"))
    #expect(reading.page.items.map(\.label) == ["octocat", "octocat2"])
    #expect(reading.page.items.first?.id == "github.com:583231")
    #expect(reading.page.totalCount == 70)
    #expect(reading.dropped == 0)
  }

  @Test(arguments: [
    "null", "7", "[]", "{}", #"{"id": 1}"#, #"{"login": "a"}"#, #"{"login": "", "id": 1}"#,
    #"{"login": "a", "id": "1"}"#, #"{"login": "a", "id": 1.5}"#, #"{"login": 3, "id": 1}"#,
    #"{"login": "a", "id": 1e300}"#, #"{"login": "a", "id": 99999999999999999999}"#,
  ])
  func `a bad item is dropped and counted, the page stays`(item: String) throws {
    let reading = try search(searchBody(item, octocat))
    #expect(reading.page.items.map(\.label) == ["octocat"])
    #expect(reading.dropped == 1)
    let error = #expect(throws: SourceError.self) { _ = try search(searchBody(item, item)) }
    #expect(error?.cause == .badResponse(.unusableItems))
  }

  @Test(arguments: [("12", 12), ("12.0", 12), ("null", 1), (#""12""#, 1), ("-3", 1), ("1e99", 1)])
  func `a total that is no number counts the items`(total: String, count: Int) throws {
    #expect(try search(searchBody(octocat, total: total)).page.totalCount == count)
  }

  @Test func `an empty page is a page, an incomplete one says so`() throws {
    let reading = try search(searchBody(total: "0", isIncomplete: true))
    #expect(reading.page.items.isEmpty)
    #expect(reading.page.isIncomplete)
    #expect(try !search(#"{"items": []}"#).page.isIncomplete)
  }

  @Test func `a byte order mark is passed over`() throws {
    #expect(try search("\u{FEFF}" + searchBody(octocat)).page.items.count == 1)
  }

  @Test(arguments: [
    "", " ", "null", "[]", "7", "{}", #"{"items": {}}"#, #"{"items": null, "total_count": 0}"#,
    #"{"items": [{"login": "oc"#, "<html>Unicorn!</html>", "{\"items\": []} x",
  ])
  func `what is no page of people is undecodable`(body: String) {
    let error = #expect(throws: SourceError.self) { _ = try search(body) }
    guard case .badResponse(.undecodable) = error?.cause else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test func `invalid UTF-8 is undecodable, and so is an array for an object`() {
    for body in [Array(#"{"login": ""#.utf8) + [0xC3, 0x28], Array("[]".utf8), [0xFF]] {
      let error = #expect(throws: SourceError.self) { _ = try responses.user(body) }
      guard case .badResponse(.undecodable) = error?.cause else {
        Issue.record("\(String(describing: error))")
        return
      }
    }
  }

  @Test func `an object without a login is no person`() {
    let error = #expect(throws: SourceError.self) { _ = try responses.user(Array("{}".utf8)) }
    #expect(error?.cause == .badResponse(.unusableItems))
  }

  @Test func `the budgets of rate_limit are read, whatever else it says`() throws {
    let body = #"{"resources": {"search": {"limit": 30, "remaining": 0, "reset": 160}, "x": 1}}"#
    let budgets = try #require(responses.budgets(Array(body.utf8), now: 100))
    #expect(
      budgets == [
        RateBudget.Reading(
          resource: "search", limit: 30, remaining: 0, resetsIn: .seconds(60))
      ])
    #expect(responses.budgets(Array("{}".utf8), now: 0) == nil)
  }
}
