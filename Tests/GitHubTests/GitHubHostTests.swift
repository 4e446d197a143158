import GitHub
import Testing

@Suite("The host")
struct GitHubHostTests {
  struct Row: Sendable {
    var baseURL: String
    var apiBase: String
    var name: String
    var webBase: String
    var noReply: String
  }

  @Test(arguments: [
    Row(
      baseURL: "https://api.github.com", apiBase: "https://api.github.com", name: "github.com",
      webBase: "https://github.com", noReply: "users.noreply.github.com"),
    Row(
      baseURL: "https://API.github.com:443//", apiBase: "https://api.github.com",
      name: "github.com", webBase: "https://github.com", noReply: "users.noreply.github.com"),
    Row(
      baseURL: "https://git.example.org/api/v3/", apiBase: "https://git.example.org/api/v3",
      name: "git.example.org", webBase: "https://git.example.org",
      noReply: "users.noreply.git.example.org"),
    Row(
      baseURL: "https://git.example.org:8443/api/v3",
      apiBase: "https://git.example.org:8443/api/v3", name: "git.example.org:8443",
      webBase: "https://git.example.org:8443", noReply: "users.noreply.git.example.org"),
    Row(
      baseURL: "https://api.octo.ghe.com", apiBase: "https://api.octo.ghe.com",
      name: "octo.ghe.com", webBase: "https://octo.ghe.com",
      noReply: "users.noreply.octo.ghe.com"),
    Row(
      baseURL: "http://127.0.0.1:8080", apiBase: "http://127.0.0.1:8080", name: "127.0.0.1:8080",
      webBase: "http://127.0.0.1:8080", noReply: "users.noreply.127.0.0.1"),
  ])
  func `its names follow from the base URL`(row: Row) throws {
    let host = try #require(GitHubHost(baseURL: row.baseURL))
    #expect(host.apiBase == row.apiBase)
    #expect(host.name == row.name)
    #expect(host.webBase == row.webBase)
    #expect(host.noReplyDomain == row.noReply)
  }

  @Test(arguments: [
    "", "api.github.com", "ftp://api.github.com", "https://", "https://a b", "file:///etc",
    "https://octocat:secret@github.com", "https://api.github.com?x=1",
  ])
  func `what is no plain http URL is refused`(text: String) {
    #expect(GitHubHost(baseURL: text) == nil)
  }

  @Test(arguments: [
    ("https://api.github.com/user/1/repos?page=2", true), ("/user/1/repos?page=2", true),
    ("https://api.github.com:443/x", true), ("http://api.github.com/x", false),
    ("https://api.github.com:444/x", false), ("https://github.com/x", false),
    ("//evil.example/x", false), ("https://api.github.com@evil.example/", false),
    ("javascript:alert(1)", false), ("", false),
  ])
  func `only its own scheme, host and port are its own`(url: String, isOwn: Bool) {
    #expect((GitHubHost.gitHub.ownURL(url) != nil) == isOwn)
  }

  @Test(arguments: ["http://127.0.0.1:1", "http://localhost", "http://[::1]:80"])
  func `this computer is told from others`(url: String) {
    #expect(GitHubHost(baseURL: url)?.isLoopback == true)
    #expect(GitHubHost.gitHub.isLoopback == false)
  }
}
