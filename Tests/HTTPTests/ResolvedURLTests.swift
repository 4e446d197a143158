import URLs
import HTTP
import Testing

@Suite("URLs and references")
struct ResolvedURLTests {
  @Test(arguments: [
    ("http://a", "http://a/"), ("HTTPS://Api.GitHub.com:443?q", "https://api.github.com/?q"),
    ("http://a:80/b#c", "http://a/b"), ("http://[::1]:8080/x", "http://[::1]:8080/x"),
    ("http://a:/b", "http://a/b"), ("https://a:80/%2F?b=/c?d", "https://a:80/%2F?b=/c?d"),
  ])
  func `a URL is taken apart and put together`(text: String, expected: String) throws {
    #expect(try #require(ResolvedURL(text)).description == expected)
  }

  @Test(arguments: [
    "http:/a", "http:a", "//a/b", "http://a:x/", "http://a:0/", "http://[::1/", "http://[zz]/",
    "http://a\\b/", "http://@a/", "http://a/\n", "http://[::1]x/", "http:///a", "http://a:+1/",
  ])
  func `what is no http URL is none`(text: String) { #expect(ResolvedURL(text) == nil) }

  @Test(arguments: [
    ("g", "http://a/b/c/g"), ("./g", "http://a/b/c/g"), ("g/", "http://a/b/c/g/"),
    ("/g", "http://a/g"), ("//g", "http://g/"), ("?y", "http://a/b/c/d;p?y"),
    ("g?y", "http://a/b/c/g?y"), ("#s", "http://a/b/c/d;p?q"), ("", "http://a/b/c/d;p?q"),
    (".", "http://a/b/c/"), ("..", "http://a/b/"), ("../g", "http://a/b/g"),
    ("../../../g", "http://a/g"), ("/./g/../h", "http://a/h"), ("g;x=1/../y", "http://a/b/c/y"),
    ("g?y/../x", "http://a/b/c/g?y/../x"), ("https://h/i", "https://h/i"),
    ("é b", "http://a/b/c/%C3%A9%20b"), ("x?u=http://z", "http://a/b/c/x?u=http://z"),
  ])
  func `a reference is resolved against its page`(reference: String, expected: String) throws {
    let page = try #require(ResolvedURL("http://a/b/c/d;p?q"))
    #expect(page.resolving(reference)?.description == expected)
  }

  @Test(arguments: [
    ("http://a/x", "HTTP://A:80/y", true), ("http://a", "https://a", false),
    ("http://a", "http://a:81", false), ("http://a", "http://b", false),
  ])
  func `an origin is scheme, host and port`(one: String, other: String, same: Bool) throws {
    let (one, other) = (try #require(ResolvedURL(one)), try #require(ResolvedURL(other)))
    #expect(one.isSameOrigin(as: other) == same)
  }

  @Test(arguments: [
    ("http://127.0.0.1", true), ("http://localhost:1", true), ("http://[::1]", true),
    ("http://127.example", false), ("http://example", false),
  ])
  func `loopback is known by name and address`(url: String, isLoopback: Bool) {
    #expect(ResolvedURL(url)?.isLoopback == isLoopback)
  }
}
