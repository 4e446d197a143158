import Explorer
import GitHub
import HTTP
import Testing

@Suite("The cache")
struct ResponseCacheTests {
  private func entry(_ label: String = "a", etag: String? = nil) -> ResponseCache.Entry {
    ResponseCache.Entry(
      page: Page(items: [Item(id: label, kind: .user, label: label)]), etag: etag, storedAt: .zero)
  }

  private func key(_ name: String, token: String? = nil) -> ResponseCache.Key {
    .list(url: name, token.map { Token($0) })
  }

  @Test func `the least recently used goes first`() {
    let cache = ResponseCache(maximumEntries: 2)
    cache.store(entry(), for: key("a"), bytes: 1)
    cache.store(entry(), for: key("b"), bytes: 1)
    _ = cache[key("a")]
    cache.store(entry(), for: key("c"), bytes: 1)
    #expect(cache[key("b")] == nil)
    #expect(cache[key("a")] != nil && cache[key("c")] != nil)
  }

  @Test func `it is bounded in bytes`() {
    let cache = ResponseCache(maximumEntries: 1000, maximumBytes: 100)
    for i in 0..<100 { cache.store(entry(), for: key("\(i)"), bytes: 30) }
    #expect(cache.size.entries == 3 && cache.size.bytes == 90)
    cache.store(entry(), for: key("huge"), bytes: 101)
    #expect(cache[key("huge")] == nil)
    #expect(cache.size.entries == 3)
  }

  @Test func `an answer to one token is not given to another`() {
    let cache = ResponseCache()
    cache.store(entry(), for: key("a", token: "x"), bytes: 1)
    #expect(cache[key("a", token: "y")] == nil)
    #expect(cache[key("a")] == nil)
    #expect(cache[key("a", token: "x")] != nil)
  }

  @Test func `queries that look the same are the same`() {
    let cache = ResponseCache()
    cache.store(entry(), for: .search(Query("Jos\u{E9}"), nil), bytes: 1)
    #expect(cache[.search(Query("Jose\u{301}"), nil)] != nil)
    #expect(cache[.search(Query("Jos\u{E9}", sort: "joined"), nil)] == nil)
    #expect(cache[.search(Query("Jos\u{E9}", page: 2), nil)] == nil)
  }

  @Test func `a renewal keeps the answer, and the ETag unless there is a new one`() {
    let cache = ResponseCache()
    cache.store(entry(etag: "1"), for: key("a"), bytes: 1)
    cache.renew(key("a"), etag: nil, now: .seconds(9))
    #expect(cache[key("a")]?.etag == "1")
    #expect(cache[key("a")]?.storedAt == .seconds(9))
    cache.renew(key("a"), etag: "2", now: .seconds(10))
    #expect(cache[key("a")]?.etag == "2")
    cache.renew(key("none"), etag: "2", now: .zero)
    #expect(cache[key("none")] == nil)
  }

  @Test func `storing again replaces`() {
    let cache = ResponseCache()
    for _ in 0..<10 { cache.store(entry("b"), for: key("a"), bytes: 7) }
    #expect(cache.size.entries == 1 && cache.size.bytes == 7)
    cache.remove(key("a"))
    #expect(cache.size.entries == 0 && cache.size.bytes == 0)
  }
}
