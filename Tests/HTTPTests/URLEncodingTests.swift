import URLs
import HTTP
import Testing

@Suite("Percent-encoding")
struct URLEncodingTests {
  @Test(arguments: [
    ("", ""), ("octocat", "octocat"), ("C++", "C%2B%2B"), ("a b", "a%20b"), ("100%", "100%25"),
    ("user:octo", "user%3Aocto"), ("a&b=c", "a%26b%3Dc"), ("~-._", "~-._"), ("é", "%C3%A9"),
    ("e\u{301}", "e%CC%81"), ("東京", "%E6%9D%B1%E4%BA%AC"),
    ("👩‍💻", "%F0%9F%91%A9%E2%80%8D%F0%9F%92%BB"),
    ("\"<>\"", "%22%3C%3E%22"), ("a/b?c#d", "a%2Fb%3Fc%23d"), ("\r\n\t\0", "%0D%0A%09%00"),
    ("!*'();@,[]", "%21%2A%27%28%29%3B%40%2C%5B%5D"), (".", "."),
  ])
  func `a query value keeps nothing but unreserved characters`(text: String, encoded: String) {
    #expect(URLEncoding.queryValue(text) == encoded)
  }

  @Test(arguments: [
    ("octo-cat", "octo-cat"), ("dependabot[bot]", "dependabot%5Bbot%5D"), ("a/../b", "a%2F..%2Fb"),
    (".", "%2E"), ("..", "%2E%2E"), ("...", "..."), ("a b", "a%20b"),
  ])
  func `a path segment cannot leave its place`(text: String, encoded: String) {
    #expect(URLEncoding.pathSegment(text) == encoded)
  }
}
