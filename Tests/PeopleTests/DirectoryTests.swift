import Testing

@testable import People

@Suite struct DirectoryTests {
  private static let day: Int64 = 86_400
  private static let now: Int64 = 20_000 * day

  /// A directory of commits, the newest first: `Name <mail>`, days ago.
  private func directory(_ commits: [(String, String, Int64)]) -> PeopleDirectory {
    var builder = DirectoryBuilder(now: Self.now, hosts: AccountHosts(["github.com"]))
    for (name, mail, age) in commits {
      builder.add(
        CommitRecord(
          author: Identity(name: name, mail: mail), others: [], time: Self.now - age * Self.day))
    }
    return PeopleDirectory(builder.people)
  }

  private func names(_ directory: PeopleDirectory, _ query: String) -> [String] {
    directory.find(query).map { $0.login ?? $0.identity.name }
  }

  @Test("The same address joins names, whatever its case, and the newest name holds")
  func mail() throws {
    let directory = directory([
      ("Mona Lisa", "mona@example.com", 0), ("mona", "Mona@Example.com", 5),
    ])
    let person = try #require(directory.people.first)
    #expect(directory.people.count == 1)
    #expect(person.identity.signature == "Mona Lisa <mona@example.com>")
    #expect(person.commits == 2)
    #expect(person.lastCommit == Self.now)
  }

  @Test("An address without a mailbox is its account, with and without the number")
  func account() throws {
    let directory = directory([
      ("Mona", "octocat@users.noreply.github.com", 0),
      ("Mona", "583231+Octocat@users.noreply.github.com", 1),
      ("Else", "octocat@users.noreply.ghe.example", 2),
    ])
    #expect(directory.people.map(\.login) == ["octocat", nil])
    #expect(directory.people.first?.accountID == 583_231)
    #expect(directory.index(ofLogin: "octocat") == 0)
  }

  @Test("The port of a host is no part of its addresses")
  func port() {
    let hosts = AccountHosts(["ghe.example:8443"])
    #expect(hosts.account(of: "7+mona@users.noreply.ghe.example")?.login == "mona")
    #expect(hosts.account(of: "7+mona@users.noreply.ghe.example:8443")?.login == nil)
  }

  @Test("Those of a trailer count once a commit, the author among them")
  func trailers() {
    var builder = DirectoryBuilder(now: Self.now, hosts: AccountHosts([]))
    let (a, b) = (Identity(name: "A", mail: "a@x"), Identity(name: "B", mail: "b@x"))
    builder.add(CommitRecord(author: a, others: [b, a, b], time: Self.now))
    #expect(builder.people.map(\.commits) == [1, 1])
  }

  @Test("A year halves what a commit counts")
  func halfLife() {
    let weight = AgeWeight(now: Self.now)
    #expect(weight(Self.now) == 1)
    #expect(weight(Self.now + 5 * Self.day) == 1)
    #expect(abs(weight(Self.now - 365 * Self.day) - 0.5) < 0.000_001)
    #expect(abs(weight(Self.now - 1095 * Self.day) - 0.125) < 0.000_001)
    #expect(weight(.min) == 0)
    let recent = directory(
      [("New", "new@x.org", 0)] + (0..<3).map { _ in ("Old", "old@x.org", 730) })
    #expect(names(recent, "") == ["New", "Old"])
  }

  @Test(
    "Every word of the query is the start of a login, of a word of the name or of the address",
    arguments: [
      ("mona", ["Mona Lisa"]), ("lis", ["Mona Lisa"]), ("li mo", ["Mona Lisa"]), ("ona", []),
      ("jose", ["José Núñez-Ó"]), ("NÚ", ["José Núñez-Ó"]), ("nu", ["José Núñez-Ó"]),
      ("jóse", []), ("o", ["octocat", "José Núñez-Ó"]), ("octo", ["octocat"]),
      ("m.l", ["Mona Lisa"]), ("example", []), ("m.lisa@example", ["Mona Lisa"]), ("mona x", []),
      ("김", ["김민수"]), ("ㄱ", ["김민수"]),
      ("mona lisa", ["Mona Lisa"]), ("zz", []),
    ])
  func matching(query: String, expected: [String]) {
    let directory = directory([
      ("Mona Lisa", "m.lisa@example.com", 0), ("José Núñez-Ó", "jn@example.com", 0),
      ("The Cat", "1+octocat@users.noreply.github.com", 0), ("김민수", "kms@example.com", 0),
    ])
    #expect(names(directory, query) == expected)
  }

  @Test("Exact ones come first, then starts of logins, of names, of addresses, then who does most")
  func ranks() {
    let directory = directory([
      ("A", "mar@x.org", 0), ("B Mar", "b@x.org", 0), ("B Mar", "b@x.org", 0),
      ("Zed Martin", "z@x.org", 0), ("C", "1+marlo@users.noreply.github.com", 400),
      ("D", "2+mar@users.noreply.github.com", 900), ("Marvin[bot]", "bot@x.org", 0),
    ])
    #expect(
      names(directory, "mar") == ["mar", "marlo", "B Mar", "Zed Martin", "A", "Marvin[bot]"])
  }

  @Test("More people than there may be are not taken")
  func bound() {
    var builder = DirectoryBuilder(now: 0, hosts: AccountHosts([]))
    for i in 0..<(DirectoryBuilder.maximumPeople + 10) {
      builder.add(CommitRecord(author: Identity(name: "", mail: "\(i)@x"), others: [], time: 0))
    }
    #expect(builder.people.count == DirectoryBuilder.maximumPeople)
  }
}
