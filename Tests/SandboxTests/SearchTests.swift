import JSON
import Testing

@testable import Sandbox

@Suite(.timeLimit(.minutes(1))) struct SearchTests {
  private let client: Client
  private let sandbox: Sandbox

  init() throws {
    sandbox = try makeSandbox(users: 1_500)
    client = Client(sandbox)
  }

  private func search(_ query: String) throws -> Client.Answer {
    try #require(client.get("/search/users?" + query))
  }

  private func logins(_ query: String) throws -> [String] {
    let answer = try search(query)
    #expect(answer.status == 200)
    return answer.json["items"]?.arrayValue?.compactMap { $0["login"]?.stringValue } ?? []
  }

  @Test func theExactLoginComesFirstThenWhatBeginsWithIt() throws {
    #expect(try logins("q=octocat").first == "octocat")
    let found = try logins("q=octo")
    #expect(found.first == "octocat")
    let firstInside = try #require(found.firstIndex(of: "tentacle-octo"))
    let lastPrefix = try #require(found.lastIndex { $0.lowercased().hasPrefix("octo") })
    #expect(lastPrefix < firstInside)
  }

  @Test func anItemHasNoNameNorBioButAScore() throws {
    let item = try #require(try search("q=octocat").json["items"]?.arrayValue?.first)
    #expect(item["name"] == nil && item["bio"] == nil)
    #expect(item["score"] == 1.0)
    #expect(item["id"] == 583_231)
    #expect(item["html_url"] == "https://github.com/octocat")
    #expect(item["url"] == "http://sandbox.test/users/octocat")
  }

  @Test func wordsAreFoundInNamesInAnyScript() throws {
    #expect(try logins("q=%D1%82%D0%B5%D0%BD%D1%82%D0%B0") == ["tentacle-octo"])
    #expect(try logins("q=pinewhistle+octavia") == ["octopine"])
    #expect(try logins("q=%22octavia%20pine%22") == ["octopine"])
    #expect(try logins("q=pinewhistle+in:login").isEmpty)
    #expect(try logins("q=pinewhistle+in:name") == ["octopine"])
    #expect(try logins("q=octocat+in:email").isEmpty)
  }

  @Test func anotherUnicodeFormOfANameIsFoundToo() throws {
    // "nimbüs" with a combining diaeresis, where the name has one letter.
    #expect(try logins("q=nimbu%CC%88s") == ["octo_nimbus"])
  }

  @Test(arguments: [
    ("octo+type:org", ["octo-labs", "octo-foundry", "octokit"]),
    ("user:octocat", ["octocat"]),
    ("octo+location:%22san+francisco%22", ["octocat"]),
    ("octo+repos:8", ["octocat"]), ("octo+repos:%3E50", ["tentacle-octo"]),
    ("octopine+OR+octocat", ["octocat", "octopine"]),
    ("octo+in:login+NOT+oct", []), ("octocat+-octo", []),
    ("octocat+followers:%3E=1", ["octocat"]), ("octocat+followers:0", []),
    ("octocat+followers:1..*", ["octocat"]), ("octocat+language:swift", ["octocat"]),
    ("octocat+created:2011-01-25", ["octocat"]), ("octocat+created:%3E2011-01-25", []),
    ("octocat+created:2011-01-01..2011-02-01", ["octocat"]), ("octocat+foo:bar", []),
  ])
  func qualifiersNarrowTheSearch(_ query: String, _ expected: [String]) throws {
    #expect(Set(try logins("q=" + query)) == Set(expected))
  }

  @Test func resultsAreSortedAsAsked() throws {
    func values(_ sort: String, _ name: String) throws -> [Int] {
      try logins("q=type:user+octo&sort=" + sort).compactMap {
        client.get("/users/" + $0)?.json[name]?.intValue
      }
    }
    let most = try values("repositories", "public_repos")
    #expect(most == most.sorted(by: >) && most.count > 3)
    let least = try values("repositories&order=asc", "public_repos")
    #expect(least == least.sorted())
    let followers = try values("followers", "followers")
    #expect(followers == followers.sorted(by: >))
  }

  @Test func pagesAreLinkedAndTogetherHoldEverythingOnce() throws {
    var target = "q=a&per_page=100"
    var seen: [String] = []
    var total = 0
    while true {
      let answer = try search(target)
      seen += answer.json["items"]?.arrayValue?.compactMap { $0["login"]?.stringValue } ?? []
      total = answer.json["total_count"]?.intValue ?? 0
      let next = answer.header("link")?.split(separator: ", ").first {
        $0.hasSuffix("rel=\"next\"")
      }
      guard let next else { break }
      target = String(next.split(separator: ">")[0].split(separator: "?")[1])
    }
    #expect(seen.count == min(total, 1_000))
    #expect(Set(seen).count == seen.count)
  }

  @Test func linksAreSpelledAsGitHubSpellsThem() throws {
    let first = try search("q=type%3Auser&per_page=2").header("link")
    #expect(
      first == "<http://sandbox.test/search/users?q=type%3Auser&per_page=2&page=2>; rel=\"next\", "
        + "<http://sandbox.test/search/users?q=type%3Auser&per_page=2&page=500>; rel=\"last\"")
    let last = try search("q=type%3Auser&per_page=2&page=500").header("link")
    #expect(
      last == "<http://sandbox.test/search/users?q=type%3Auser&per_page=2&page=499>; rel=\"prev\", "
        + "<http://sandbox.test/search/users?q=type%3Auser&per_page=2&page=1>; rel=\"first\"")
    #expect(try search("q=octocat").header("link") == nil)
  }

  @Test func noResultPastTheThousandthIsGiven() throws {
    let lastPage = try search("q=type:user&page=34")
    #expect(lastPage.json["items"]?.arrayValue?.count == 10)
    #expect(lastPage.json["total_count"]?.intValue ?? 0 > 1_000)
    for query in ["q=type:user&page=35", "q=type:user&per_page=100&page=11"] {
      let answer = try search(query)
      #expect(answer.status == 422)
      #expect(answer.json["errors"] == nil)
    }
  }

  @Test(arguments: [
    ("", "missing"), ("q=", "missing"), ("q=+", "missing"), ("page=2", "missing"),
    ("q=" + String(repeating: "a", count: 257), "invalid"),
    ("q=user:nobody-of-that-name", "invalid"), ("q=octo+followers:many", "invalid"),
    ("q=a+OR+b+OR+c+OR+d+OR+e+OR+f+OR+g", "invalid"), ("q=octo+type:robot", "invalid"),
  ])
  func aBadQueryIsRefusedWithItsErrors(_ query: String, _ code: String) throws {
    let answer = try search(query)
    #expect(answer.status == 422)
    #expect(answer.json["message"] == "Validation Failed")
    #expect(answer.json["errors"]?.arrayValue?.first?["code"] == .string(code))
    #expect(answer.json["errors"]?.arrayValue?.first?["field"] == "q")
  }

  @Test func noQueryMakesItTrap() {
    var random = SplitMix64(seed: 4)
    let parts = [
      "user", ":", "\"", "-", "..", ">", "=", "<", "*", "followers:", "created:", "9", " ", "NOT ",
      "OR ", "2020-13-40", "9223372036854775807", "\u{0301}", "in:", "é",
    ]
    for _ in 0..<5_000 {
      let text = (0..<random.below(10)).map { _ in random.pick(parts) }.joined()
      _ = try? SearchQuery(text)
    }
  }

  @Test func searchAnswersCarryNoTag() throws {
    #expect(try search("q=octocat").header("etag") == nil)
  }

  @Test(arguments: ["%", "%E3%28", "\"", "-", "::", "in:", "a:%22", "%00", "%F0%9F%91%A9%E2%80%8D"])
  func oddQueriesGetAnAnswer(_ query: String) throws {
    #expect([200, 422].contains(try search("q=" + query).status))
  }
}
