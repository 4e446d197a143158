import Explorer
import GitHub
import Testing

@Suite("The limits of a query")
struct QueryLimitsTests {
  private static let long = String(repeating: "x", count: 256)

  @Test(arguments: [
    "octocat", long, "\(long) type:user", "\(long) AND NOT location:\"New York City\"",
    "-repos:>9 \(long) followers:>10", String(repeating: "type:user ", count: 60),
    String(repeating: "язык", count: 64), String(repeating: "🐙", count: 256),
  ])
  func `a query that GitHub takes is let through`(text: String) {
    #expect(QueryLimits.fault(in: Query(text)) == nil)
  }

  @Test(arguments: [
    long + "x", "\(long) x", "\(long) and", "\(long) x type:user",
    "\"\(long)\"", String(repeating: "🐙", count: 257),
  ])
  func `one that is too long is not`(text: String) {
    #expect(QueryLimits.fault(in: Query(text)) == .tooLong(maximum: 256))
  }

  @Test(arguments: ["", "  ", "\n"])
  func `nothing is no query`(text: String) {
    #expect(QueryLimits.fault(in: Query(text)) == .empty)
  }

  @Test(arguments: [
    (10, 100, false), (11, 100, true), (34, 30, false), (35, 30, true), (Int.max, 30, true),
  ])
  func `pages past the cap are known`(page: Int, perPage: Int, isPast: Bool) {
    let fault = QueryLimits.fault(in: Query("a", page: page, perPage: perPage))
    #expect(fault == (isPast ? .pastTheCap(maximum: 1000) : nil))
  }

  @Test(arguments: [(9, 100, false), (10, 100, true), (33, 30, false), (34, 30, true)])
  func `the last page before the cap has none after it`(page: Int, perPage: Int, isLast: Bool) {
    #expect(QueryLimits.isLast(page: page, perPage: perPage) == isLast)
  }
}
