import Explorer
import GitHub
import HTTP
import Testing

@Suite("The token stays secret", .timeLimit(.minutes(1)))
struct SecrecyTests {
  @Test(arguments: [200, 301, 304, 400, 401, 403, 404, 422, 429, 500, 503])
  func `a server that quotes it back does not spread it`(status: Int) async {
    let echo = "Bearer \(Bench.token)"
    let bench = Bench(
      StubClient(
        Response(
          status,
          [
            "X-GitHub-Request-Id": echo, "X-Accepted-GitHub-Permissions": echo,
            "Link": "<https://evil.example/\(Bench.token)>; rel=\"next\"",
          ], #"{"message": "\#(echo)", "errors": ["\#(echo)"]}"#)))
    await check(bench)
  }

  @Test(arguments: [
    HTTPError.tls(reason: Bench.token), .badResponse(reason: Bench.token),
    .failed(reason: "x \(Bench.token)"),
  ])
  func `nor do the reasons of a failed transfer`(reason: HTTPError) async {
    await check(Bench(StubClient { _ throws(HTTPError) in throw reason }))
  }

  private func check(_ bench: Bench) async {
    let source = bench.source
    let errors = [
      await failure { () async throws(SourceError) in
        _ = try await source.search(Query("octo"), continuing: nil, timeout: limit)
      },
      await failure { () async throws(SourceError) in
        _ = try await source.load(.user, of: "octocat", freshness: .asked, timeout: limit)
      },
      await failure { () async throws(SourceError) in
        try await source.setFollowing("octocat", to: true, timeout: limit)
      },
    ]
    #expect(!errors.compactMap(\.self).isEmpty)
    for error in errors { #expect(!String(reflecting: error).contains(Bench.token)) }
    #expect(!bench.lines.all.isEmpty)
    for line in bench.lines.all { #expect(!line.contains(Bench.token)) }
  }
}
