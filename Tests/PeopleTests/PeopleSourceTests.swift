import Explorer
import System
import TestKit
import Testing

@testable import People

/// A source whose answer is known before.
private struct KnownSource: Source {
  let descriptor = SourceDescriptor(
    id: "github", name: "GitHub", host: "github.com", webURL: "https://github.com",
    features: [.search])
  var answer: Result<[String], SourceError>

  func search(
    _ query: Query, continuing continuation: String?, timeout: Duration
  ) async throws(SourceError) -> Page {
    let logins = try answer.get()
    return Page(
      items: logins.enumerated().map { number, login in
        var item = Item(id: "github.com:\(number)", kind: .user, label: login)
        item.data["login"] = .string(login)
        return item
      }, number: query.page, totalCount: logins.count)
  }
}

@Suite(.timeLimit(.minutes(1))) struct PeopleSourceTests {
  private func near(
    _ people: [Person], recent: [Person] = [], mentionable: [Item] = []
  ) -> NearPeople {
    let (authors, recent) = (PeopleDirectory(people), PeopleDirectory(recent))
    return NearPeople(
      authors: { authors }, recent: { recent },
      mentionable: { MentionableDirectory.empty.adding(mentionable) }, host: "github.com",
      webURL: "https://github.com")
  }

  private func author(_ name: String, _ mail: String) -> Person {
    let identity = Identity(name: name, mail: mail)
    var person = Person(
      identity, account: AccountHosts(["github.com"]).account(of: mail), relations: [.author])
    person.commits = 3
    return person
  }

  private func page(_ logins: String..., number: Int = 1) -> Page {
    Page(
      items: logins.map { login in
        var item = Item(id: "github.com:\(login)", kind: .user, label: login)
        item.data["login"] = .string(login)
        return item
      }, number: number, totalCount: logins.count)
  }

  @Test("Near ones stand before the others, and nobody is there twice")
  func merging() {
    let near = near([
      author("Octo Cat", "1+octocat@users.noreply.github.com"), author("Octavia", "o@example.com"),
    ])
    let merged = near.merged(with: page("octopus", "OctoCat"), Query("oct"))
    #expect(merged.items.map(\.label) == ["OctoCat", "Octavia", "octopus"])
    #expect(merged.items.first?.detail == "Octo Cat")
    #expect(merged.items.first?.data["relation"] == ["author"])
    let signature = "Octo Cat <1+octocat@users.noreply.github.com>"
    #expect(merged.items.first?.data["signature"]?.stringValue == signature)
    #expect(merged.items.first?.data["coAuthor"]?.stringValue == "Co-authored-by: \(signature)")
    #expect(merged.totalCount == 3)
    let second = near.merged(with: page("octocat", "octoroc", number: 2), Query("oct", page: 2))
    #expect(second.items.map(\.label) == ["octoroc"])
  }

  @Test(
    "Whoever is pasted is found, in whatever form",
    arguments: [
      "@octocat", "https://github.com/octocat", "github.com/OctoCat/",
      "1+octocat@users.noreply.github.com", "octocat",
    ])
  func pasted(query: String) {
    let near = near([author("Octo Cat", "1+octocat@users.noreply.github.com")])
    #expect(near.page(Query(query)).items.map(\.label) == ["octocat"])
  }

  @Test("Those dealt with lately come first, with what the history knows of them")
  func recent() {
    let octavia = author("Octavia", "o@example.com")
    let used = RecentPerson(name: "Octavia", mail: "O@example.com")?.person(AccountHosts([]))
    let near = near(
      [author("Octo", "octo@example.com"), octavia], recent: [used].compactMap { $0 })
    let items = near.page(Query("oct")).items
    #expect(items.map(\.label) == ["Octavia", "Octo"])
    #expect(items.first?.data["relation"] == ["recent", "author"])
    #expect(items.first?.data["commits"] == 3)
    #expect(items.first?.data["signature"] == "Octavia <o@example.com>")
  }

  @Test("Those who may be mentioned come behind authors, with what the host told of them")
  func mentionable() {
    let people = [
      account("octavia", "Octavia Reef"), account("OctoCat", "Mona", isFollowed: true),
      account("hubot", "Octo Bot"),
    ]
    let near = near(
      [author("Octo Cat", "1+octocat@users.noreply.github.com")],
      recent: [RecentPerson(login: "Hubot")].compactMap { $0?.person(AccountHosts([])) },
      mentionable: people)
    let items = near.page(Query("oct")).items
    #expect(items.map(\.label) == ["OctoCat", "octavia", "hubot"])
    #expect(items[0].detail == "Mona")
    #expect(items[0].data["relation"] == ["author", "mentionable", "following"])
    #expect(items[1].data["relation"] == ["mentionable"])
    #expect(items[2].data["relation"] == ["recent", "mentionable"])
    let merged = near.merged(with: page("octavia", "octopus"), Query("oct"))
    #expect(merged.items.map(\.label) == ["OctoCat", "octavia", "hubot", "octopus"])
    #expect(merged.items[1].detail == "Octavia Reef")
    #expect(near.page(Query("mona")).items.map(\.label) == ["OctoCat"])
  }

  private func account(_ login: String, _ name: String, isFollowed: Bool = false) -> Item {
    var item = Item(id: "github.com:\(login)", kind: .user, label: login, detail: name)
    item.data["login"] = .string(login)
    item.data["name"] = .string(name)
    item.data["viewerIsFollowing"] = .bool(isFollowed)
    return item
  }

  @Test("A person without an account is an author, whose id is that of the address")
  func authorItem() {
    let item = author("Mona", "mona@example.com").item(host: "github.com", webURL: nil)
    #expect(item.kind == .author)
    #expect(item.label == "Mona")
    #expect(item.detail == "mona@example.com")
    #expect(item.id.hasPrefix("git:"))
    #expect(item.data["coAuthor"] == "Co-authored-by: Mona <mona@example.com>")
    #expect(item.data["mention"] == nil)
    let other = author("Mona L", "MONA@example.com").item(host: "github.com", webURL: nil)
    #expect(item.id == other.id)
  }

  @Test("A query of one character is answered from what is near, page by page")
  func short() async throws {
    let file = PrivateFile("people", in: try Repository().folder + "/state")
    let recent = RecentPeople(file, hosts: AccountHosts(["github.com"]))
    for login in ["oa", "ob", "oc"] { try recent.use(try #require(RecentPerson(login: login))) }
    let source = PeopleSource(
      inner: KnownSource(answer: .failure(SourceError(.timeout))), webURL: nil, repository: nil,
      recent: recent)
    let first = try await source.search(
      Query("o", perPage: 2), continuing: nil, timeout: .seconds(1))
    #expect(first.items.map(\.label) == ["oc", "ob"])
    #expect(first.origin == .local)
    let second = try await source.search(
      Query("o", page: 2, perPage: 2), continuing: first.next, timeout: .seconds(1))
    #expect(second.items.map(\.label) == ["oa"])
    #expect(second.next == nil)
    await #expect(throws: SourceError(.timeout)) {
      try await source.search(Query("ob"), continuing: nil, timeout: .seconds(1))
    }
    #expect(source.nearby(Query("ob")).map(\.label) == ["ob"])
  }
}

@Suite struct RecentPeopleTests {
  @Test("People are kept for their owner alone, the last first, each once, at most 200")
  func keeping() throws {
    let repository = try Repository()
    let file = PrivateFile("people", in: repository.folder + "/a/state")
    let recent = RecentPeople(file, hosts: AccountHosts(["github.com"]))
    for i in 0..<205 { try recent.use(try #require(RecentPerson(login: "user\(i)"))) }
    try recent.use(try #require(RecentPerson(login: "USER100")))
    let again = RecentPeople(file, hosts: AccountHosts(["github.com"])).directory.people
    #expect(again.count == 200)
    #expect(again.prefix(2).map(\.login) == ["USER100", "user204"])
    try repository.shell("test $(stat -c %a a/state/people) = 600; test $(ls a/state | wc -l) = 1")
  }

  @Test("A link is not followed, neither to be read nor to be written")
  func links() throws {
    let repository = try Repository()
    try repository.shell(
      "mkdir s t; echo '{\"login\":\"mona\"}' > other; ln -s ../other s/people; ln -s t u")
    let file = PrivateFile("people", in: repository.folder + "/s")
    let recent = RecentPeople(file, hosts: AccountHosts([]))
    #expect(recent.directory.people.isEmpty)
    try recent.use(try #require(RecentPerson(login: "octocat")))
    try repository.shell("grep -q mona other; test ! -L s/people")
    #expect(throws: SystemError.notADirectory) {
      try PrivateFile("people", in: repository.folder + "/u").replace(with: [])
    }
  }

  @Test("A file that holds something else, or is a pipe, is nobody")
  func garbage() throws {
    let repository = try Repository()
    try repository.shell(
      "mkdir s t; printf 'x\\n{}\\n[1]\\n{\"login\":7}\\n\\377\\n' > s/people; mkfifo t/people")
    for folder in ["s", "t", "absent"] {
      let file = PrivateFile("people", in: "\(repository.folder)/\(folder)")
      #expect(RecentPeople(file, hosts: AccountHosts([])).directory.people.isEmpty)
    }
  }
}
