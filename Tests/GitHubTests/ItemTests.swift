import Explorer
import GitHub
import Testing

@Suite("Items")
struct ItemTests {
  private func user(_ body: String, on baseURL: String = "https://api.github.com") throws -> Item {
    let host = try #require(GitHubHost(baseURL: baseURL))
    return try #require(try Responses(host: host).user(Array(body.utf8)).page.items.first)
  }

  private func repository(
    _ body: String, on baseURL: String = "https://api.github.com"
  ) throws -> Item {
    let host = try #require(GitHubHost(baseURL: baseURL))
    let page = try Responses(host: host).section(.repos, Array("[\(body)]".utf8), number: 1).page
    return try #require(page.items.first)
  }

  @Test func `a person has every field that is known, in order`() throws {
    let item = try user(
      """
      {"created_at": "2011-01-25T18:44:36Z", "public_repos": 8.0, "following": 9,
       "followers": 0, "email": null, "blog": "octocat.example", "location": "", "company": "@x ",
       "bio": "one\\r\\ntwo", "name": "The Octocat", "type": "User", "id": 1, "login": "octocat",
       "html_url": "https://github.com/octocat", "avatar_url": "https://avatars.example/1"}
      """)
    #expect(
      item.data.members.map(\.key) == [
        "id", "login", "avatarUrl", "htmlUrl", "type", "name", "bio", "company", "blog",
        "followers", "following", "publicRepos", "createdAt", "mention", "signature",
        "coAuthor",
        "markdownLink",
      ])
    #expect(item.data["publicRepos"] == .integer(8))
    #expect(item.data["bio"] == .string("one\r\ntwo"))
    #expect(item.data["blog"] == .string("octocat.example"))
    #expect(item.data["followers"] == .integer(0))
    #expect(item.detail == "The Octocat")
    #expect(item.url == "https://github.com/octocat")
    #expect(item.imageURL == "https://avatars.example/1")
  }

  @Test func `a login and an id are enough`() throws {
    let item = try user(#"{"login": "octocat", "id": 1}"#)
    #expect(item.kind == .user)
    #expect(item.detail == nil)
    #expect(item.imageURL == nil)
    #expect(item.url == "https://github.com/octocat")
  }

  @Test(arguments: [
    ("User", Item.Kind.user), ("Organization", .organization), ("Bot", .bot), ("Mannequin", .user),
  ])
  func `the kind is that of the account`(type: String, kind: Item.Kind) throws {
    #expect(try user(#"{"login": "a", "id": 1, "type": "\#(type)"}"#).kind == kind)
  }

  @Test(arguments: ["javascript:alert(1)", "file:///etc/passwd", "//x", "https://a b", ""])
  func `URLs that are not http are not passed on`(url: String) throws {
    let item = try user(
      #"{"login": "octocat", "id": 1, "html_url": "\#(url)", "avatar_url": "\#(url)"}"#)
    #expect(item.url == "https://github.com/octocat")
    #expect(item.imageURL == nil)
    #expect(item.data["avatarUrl"] == nil)
  }

  @Test(arguments: [
    ("The Octocat", "The Octocat"), ("", "octocat"), ("  ", "octocat"), ("<>", "octocat"),
    ("A <b@c> D", "A b@c D"), (#"A\nSigned-off-by: B"#, "A Signed-off-by: B"),
    (#"山田\u2028x"#, "山田 x"),
  ])
  func `a co-author is one line with the address that hides one`(
    name: String, written: String
  ) throws {
    let item = try user(#"{"login": "octocat", "id": 7, "name": "\#(name)"}"#)
    #expect(
      item.data["coAuthor"]
        == .string("Co-authored-by: \(written) <7+octocat@users.noreply.github.com>"))
    #expect(item.data["mention"] == .string("@octocat"))
  }

  @Test func `a link in Markdown survives brackets`() throws {
    let item = try user(
      #"{"login": "x[bot]", "id": 1, "html_url": "https://github.com/apps/x_(1)"}"#)
    #expect(item.data["markdownLink"] == .string(#"[x\[bot\]](https://github.com/apps/x_%281%29)"#))
  }

  @Test func `an Enterprise host gives its own addresses`() throws {
    let item = try user(
      #"{"login": "mona", "id": 3}"#, on: "https://git.example.org/api/v3")
    #expect(item.id == "git.example.org:3")
    #expect(item.url == "https://git.example.org/mona")
    #expect(
      item.data["coAuthor"]
        == .string("Co-authored-by: mona <3+mona@users.noreply.git.example.org>"))
    let repo = try repository(
      #"{"name": "r", "id": 3, "full_name": "mona/r"}"#, on: "https://git.example.org:8443/api/v3")
    guard case .object(let urls) = repo.data["cloneUrls"] else {
      Issue.record("no clone URLs")
      return
    }
    #expect(urls["https"] == .string("https://git.example.org:8443/mona/r.git"))
    #expect(urls["ssh"] == .string("git@git.example.org:mona/r.git"))
  }

  @Test func `a repository has every field that is known, in order`() throws {
    let item = try repository(
      """
      {"id": 5, "name": "hello", "full_name": "octocat/hello", "html_url": "https://github.com/o/h",
       "description": "A \\u0000greeting", "language": "Swift", "stargazers_count": 3, "forks_count": 0,
       "fork": false, "archived": true, "updated_at": "2020-01-01T00:00:00Z",
       "clone_url": "https://github.com/octocat/hello.git",
       "ssh_url": "git@github.com:octocat/hello.git"}
      """)
    #expect(
      item.data.members.map(\.key) == [
        "id", "name", "fullName", "htmlUrl", "description", "language", "stargazersCount",
        "forksCount", "fork", "archived", "updatedAt", "cloneUrls", "markdownLink",
      ])
    #expect(item.kind == .repository)
    #expect(item.label == "octocat/hello")
    #expect(item.detail == "A greeting")
    #expect(item.data["fork"] == .bool(false))
    #expect(item.data["markdownLink"] == .string("[octocat/hello](https://github.com/o/h)"))
  }

  @Test func `a name and an id are enough for a repository`() throws {
    let item = try repository(#"{"name": "hello", "id": 5}"#)
    #expect(item.label == "hello")
    #expect(item.url == nil)
    #expect(item.data.members.map(\.key) == ["id", "name"])
  }

  @Test(arguments: ["--upload-pack=x", "git@github.com:a b", "ext::sh -c x", "git@x:$(id)"])
  func `a clone address that a shell might run is not passed on`(url: String) throws {
    let item = try repository(
      #"{"name": "r", "id": 5, "full_name": "mona/r", "ssh_url": "\#(url)"}"#)
    guard case .object(let urls) = item.data["cloneUrls"] else {
      Issue.record("no clone URLs")
      return
    }
    #expect(urls["ssh"] == .string("git@github.com:mona/r.git"))
  }
}
