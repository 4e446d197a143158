import Explorer
import GitHub
import HTTP
import JSON
import Testing

@Suite("Addresses of mail that stand for accounts", .timeLimit(.minutes(1)))
struct MailTests {
  /// A GitHub that finds those logins whatever is searched; the profile of each shows an address.
  private func client(_ mails: [(login: String, mail: String?)]) -> StubClient {
    StubClient { request throws(HTTPError) in
      if request.url.contains("/search/users") {
        let items = mails.map { #"{"login": "\#($0.login)", "id": 1}"# }
        return Response(
          200, [:],
          #"{"total_count": 1, "incomplete_results": false, "items": [\#(items.joined(separator: ","))]}"#
        )
      }
      guard let who = mails.first(where: { request.url.hasSuffix("/users/\($0.login)") }) else {
        return Response(404, [:], "{}")
      }
      let mail = who.mail.map { #""\#($0)""# } ?? "null"
      return Response(200, [:], #"{"login": "\#(who.login)", "id": 1, "email": \#(mail)}"#)
    }
  }

  private func login(_ bench: Bench, _ mail: String) async throws(SourceError) -> String {
    try await bench.source.login(ofMail: mail, timeout: limit)
  }

  @Test func `the account whose profile shows the address is meant, and known from then on`()
    async throws
  {
    let bench = Bench(
      client([("mona", nil), ("mina", "other@example.com"), ("octocat", "Octo@Example.com")]))
    #expect(try await login(bench, "octo@example.COM") == "octocat")
    #expect(bench.client.requests.count == 4)
    #expect(
      bench.client.requests[0].url.contains("q=octo%40example.com%20in%3Aemail"),
      "\(bench.client.requests[0].url)")
    #expect(try await login(bench, "OCTO@example.com") == "octocat")
    #expect(bench.client.requests.count == 4)
  }

  @Test func `whoever only resembles it is not believed`() async {
    let bench = Bench(client([("mona", "xocto@example.com"), ("mina", nil)]))
    let error = await failure { () async throws(SourceError) in
      try await login(bench, "octo@example.com")
    }
    #expect(
      error?.cause == .notFound(what: "account that shows the address octo@example.com"))
  }

  @Test(arguments: ["-octo@example.com", "user:octo@example.com", "\"a@b", "a@b\"", "(a@b)"])
  func `what the search would take for something else is not asked`(mail: String) async {
    let bench = Bench(client([("octocat", mail)]))
    let error = await failure { () async throws(SourceError) in try await login(bench, mail) }
    #expect(error != nil && bench.client.requests.isEmpty)
  }
}
