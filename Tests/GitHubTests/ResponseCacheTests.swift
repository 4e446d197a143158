import Secrets
import Explorer
import GitHub
import REST
import Testing

@Suite("The cache")
struct ResponseCacheTests {
  private func entry(_ label: String = "a", etag: String? = nil) -> CachedPage {
    CachedPage(
      page: Page(items: [Item(id: label, kind: .user, label: label)]), etag: etag, storedAt: .zero)
  }

  private func key(_ name: String, token: String? = nil) -> GitHubMemory.Key {
    .list(url: name, token.map { Token($0) })
  }

  @Test func `the least recently used goes first`() {
    let cache = ResponseCache<GitHubMemory.Key>(maximumEntries: 2)
    cache.store(entry(), for: key("a"), bytes: 1)
    cache.store(entry(), for: key("b"), bytes: 1)
    _ = cache[key("a")]
    cache.store(entry(), for: key("c"), bytes: 1)
    #expect(cache[key("b")] == nil)
    #expect(cache[key("a")] != nil && cache[key("c")] != nil)
  }

  @Test func `it is bounded in bytes`() {
    let cache = ResponseCache<GitHubMemory.Key>(maximumEntries: 1000, maximumBytes: 100)
    for i in 0..<100 { cache.store(entry(), for: key("\(i)"), bytes: 30) }
    #expect(cache.size.entries == 3 && cache.size.bytes == 90)
    cache.store(entry(), for: key("huge"), bytes: 101)
    #expect(cache[key("huge")] == nil)
    #expect(cache.size.entries == 3)
  }

  @Test func `an answer to one token is not given to another`() {
    let cache = ResponseCache<GitHubMemory.Key>()
    cache.store(entry(), for: key("a", token: "x"), bytes: 1)
    #expect(cache[key("a", token: "y")] == nil)
    #expect(cache[key("a")] == nil)
    #expect(cache[key("a", token: "x")] != nil)
  }

  @Test func `queries that look the same are the same`() {
    let cache = ResponseCache<GitHubMemory.Key>()
    cache.store(entry(), for: .search(Query("Jos\u{E9}"), nil), bytes: 1)
    #expect(cache[.search(Query("Jose\u{301}"), nil)] != nil)
    #expect(cache[.search(Query("Jos\u{E9}", sort: "joined"), nil)] == nil)
    #expect(cache[.search(Query("Jos\u{E9}", page: 2), nil)] == nil)
  }

  @Test func `an answer is changed in its place, and none where there is none`() {
    let cache = ResponseCache<GitHubMemory.Key>()
    cache.store(entry(etag: "1"), for: key("a"), bytes: 1)
    cache.update(key("a")) { $0.storedAt = .seconds(9) }
    #expect(cache[key("a")]?.etag == "1" && cache[key("a")]?.storedAt == .seconds(9))
    cache.update(key("none")) { $0.etag = "2" }
    #expect(cache[key("none")] == nil)
  }

  @Test func `storing again replaces`() {
    let cache = ResponseCache<GitHubMemory.Key>()
    for _ in 0..<10 { cache.store(entry("b"), for: key("a"), bytes: 7) }
    #expect(cache.size.entries == 1 && cache.size.bytes == 7)
    cache.remove(key("a"))
    #expect(cache.size.entries == 0 && cache.size.bytes == 0)
  }
}
