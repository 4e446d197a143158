import Explorer
import Testing

@Suite("Logins as people paste them")
struct LoginTests {
  @Test(arguments: [
    ("octocat", "octocat"), (" octocat\n", "octocat"), ("@octocat", "octocat"),
    ("https://github.com/octocat", "octocat"), ("HTTP://GitHub.com/octocat/", "octocat"),
    ("github.com/octocat/", "octocat"), ("www.github.com/octocat", "octocat"),
    ("https://github.com/octocat?tab=repositories#x", "octocat"),
    ("https://github.com/orgs/github", "github"),
    ("583231+octocat@users.noreply.github.com", "octocat"),
    ("octocat@users.noreply.GITHUB.com", "octocat"),
    ("49699333+dependabot[bot]@users.noreply.github.com", "dependabot[bot]"),
    ("github.community", "github.community"),
  ])
  func `a login is taken in many forms`(pasted: String, login: String) {
    #expect(Login(pasted, host: "github.com")?.text == login)
  }

  @Test(arguments: [
    "", " ", "@", "two words", "https://github.com/", "https://github.com", "github.com//",
    "https://ghe.example/octocat", "https://github.com.evil.example/octocat",
    "https://github.com/octocat/Hello-World", "a\u{7}", String(repeating: "a", count: 257),
  ])
  func `what names nobody there is refused`(pasted: String) {
    #expect(Login(pasted, host: "github.com") == nil)
  }

  @Test func `the address must be the source's own`() {
    #expect(Login("https://ghe.example:8443/mona", host: "ghe.example:8443")?.text == "mona")
    #expect(Login("1+mona@users.noreply.ghe.example", host: "ghe.example:8443")?.text == "mona")
    #expect(Login("https://github.com/mona", host: "ghe.example:8443") == nil)
    #expect(Login("https://github.com/mona", host: nil) == nil)
    #expect(Login("mona", host: nil)?.text == "mona")
  }

  @Test(arguments: [
    ("ghe.example:8443", "ghe.example"), ("github.com", "github.com"), ("[::1]:80", "[::1]"),
  ])
  func `an address that hides a person's own has no port`(host: String, inAddress: String) {
    #expect(Login.withoutPort(host) == inAddress)
  }

  @Test(arguments: ["sandbox", "127.0.0.1:8080", "localhost", "[::1]:80"])
  func `a server on this machine stands in for GitHub`(host: String) {
    #expect(Login("https://github.com/octocat", host: host)?.text == "octocat")
    #expect(Login("583231+octocat@users.noreply.github.com", host: host)?.text == "octocat")
  }

  @Test(arguments: [
    ("@octocat", "octocat"), ("github.com/octocat", "octocat"), ("octocat", nil),
    ("type:user octo", nil), ("1+octocat@users.noreply.github.com", "octocat"),
    ("octo@example.org", nil), ("https://github.com/octocat/box", nil),
  ])
  func `a query that is an address means the account`(query: String, login: String?) {
    #expect(Login.pasted(query, host: "github.com")?.text == login)
  }
}
