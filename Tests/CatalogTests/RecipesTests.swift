import Explorer
import HTTP
import JSON
import Synchronization
import TestKit
import Testing

@testable import Catalog

@Suite("The recipes for search engines")
struct RecipesTests {
  struct Recipe: Sendable, CustomTestStringConvertible {
    var name: String
    var answer: String
    var headers: Headers = [:]
    /// A part of the URL, or of the body where that is what carries the query.
    var asked: String
    var testDescription: String { name }
  }

  /// The answers have the mapping of each engine's own documentation; what is in them is made up.
  static let recipes = [
    Recipe(
      name: "Elasticsearch and OpenSearch",
      answer: #"""
        {"took":3,"timed_out":false,"_shards":{"total":1,"successful":1,"skipped":0,"failed":0},
         "hits":{"total":{"value":61,"relation":"eq"},"max_score":1.7,"hits":[
          {"_index":"shops","_id":"Xa1","_score":1.7,"_source":{"name":"Lantern Books","town":"Alderbay"}},
          {"_index":"shops","_id":"Xb2","_score":1.2,"_source":{"name":"Lantern Tea","town":"Marisol"}}]}}
        """#,
      asked:
        #""from":30,"size":30,"track_total_hits":true,"query":{"multi_match":{"query":"lantern \"t","#
    ),
    Recipe(
      name: "Meilisearch",
      answer: #"""
        {"hits":[{"id":"Xa1","name":"Lantern Books","town":"Alderbay"},
                 {"id":"Xb2","name":"Lantern Tea","town":"Marisol"}],
         "query":"lantern","processingTimeMs":1,"limit":30,"offset":30,"estimatedTotalHits":61}
        """#,
      asked: #"{"q":"lantern \"t","offset":30,"limit":30}"#),
    Recipe(
      name: "PostgREST",
      answer: #"""
        [{"id":"Xa1","name":"Lantern Books","town":"Alderbay"},
         {"id":"Xb2","name":"Lantern Tea","town":"Marisol"}]
        """#,
      headers: ["Content-Range": "30-31/61"],
      asked: "name=ilike.*lantern%20%22t*&order=name&limit=30&offset=30"),
    Recipe(
      name: "Groonga",
      answer: #"""
        {"header":{"return_code":0,"start_time":1.5,"elapsed_time":0.04},
         "body":{"n_hits":61,"columns":[{"name":"_key","type":"ShortText"},{"name":"town","type":"ShortText"}],
         "records":[["Lantern Books","Alderbay"],["Lantern Tea","Marisol"]]}}
        """#,
      asked: "query=lantern%20%22t&query_flags=QUERY_NO_SYNTAX_ERROR&command_version=3"),
  ]

  @Test("ask what the engine wants and read what it answers", arguments: recipes)
  func works(_ recipe: Recipe) async throws {
    let entry = try #require(Self.entry(recipe.name))
    let client = StubClient { _ in
      Response(status: 200, headers: recipe.headers, body: Array(recipe.answer.utf8))
    }
    let bench = Bench(client, variables: ["SEARCH_KEY": "s3cret", "DB_TOKEN": "s3cret"])
    let source = try bench.source(entry)
    let page = try await source.search(
      Query("lantern \"t", page: 2), continuing: nil, timeout: limit)
    #expect(page.items.map(\.label) == ["Lantern Books", "Lantern Tea"])
    #expect(page.items.map(\.detail) == ["Alderbay", "Marisol"])
    #expect(Set(page.items.map(\.id)).count == 2)
    #expect(page.totalCount == 61)
    #expect(page.next != nil)
    let request = client.requests[0]
    let said = request.url + " " + String(decoding: request.body, as: UTF8.self)
    #expect(said.contains(recipe.asked), "\(said)")
  }

  struct Walk: Sendable, CustomTestStringConvertible {
    var name: String
    /// What the request for each page has in its URL or its body, and what it lacks.
    var asked: [(has: String, lacks: String)]
    var answers: [Response]
    var total: Int?
    var url: String?
    var testDescription: String { name }
  }

  private static func answer(_ text: String, _ headers: Headers = [:]) -> Response {
    Response(status: 200, headers: headers, body: Array(text.utf8))
  }

  /// The shapes are those of each service's documentation; what is in them is made up.
  static let walks = [
    Walk(
      name: "Datasette",
      asked: [
        (has: "name__contains=lantern%20%22t&_size=2", lacks: "_next"),
        (has: "&_size=2&_next=12%2C7", lacks: "{"),
      ],
      answers: [
        answer(
          #"{"rows":[{"id":1,"name":"a","town":"x"},{"id":2,"name":"b","town":"y"}],"#
            + #""filtered_table_rows_count":3,"next":"12,7","next_url":"http://127.0.0.1/?_next=12"}"#
        ),
        answer(
          #"{"rows":[{"id":3,"name":"c"}],"filtered_table_rows_count":3,"next":null,"next_url":null}"#
        ),
      ], total: 3),
    Walk(
      name: "PocketBase",
      asked: [
        (has: "name~%22lantern%20%5C%22t%22&sort=name,id&page=1&perPage=2", lacks: "{"),
        (has: "&page=2&perPage=2", lacks: "{"),
      ],
      answers: [
        answer(
          #"{"items":[{"id":"k1","name":"a"},{"id":"k2","name":"b"}],"page":1,"perPage":2,"#
            + #""totalItems":3,"totalPages":2}"#),
        answer(
          #"{"items":[{"id":"k3","name":"c"}],"page":2,"perPage":2,"totalItems":3,"totalPages":2}"#),
      ], total: 3),
    Walk(
      name: "GitLab",
      asked: [
        (has: "search=lantern%20%22t&order_by=id&page=1&per_page=2", lacks: "{"),
        (has: "&page=2&per_page=2", lacks: "{"),
      ],
      answers: [
        answer(
          #"[{"id":4,"path_with_namespace":"a","description":null,"web_url":"https://gitlab.example/a"},"#
            + #"{"id":5,"path_with_namespace":"b"}]"#,
          ["X-Total": "3", "X-Page": "1", "X-Per-Page": "2", "X-Next-Page": "2"]),
        answer(
          #"[{"id":6,"path_with_namespace":"c"}]"#,
          ["X-Total": "3", "X-Page": "2", "X-Prev-Page": "1", "X-Next-Page": ""]),
      ], total: 3, url: "https://gitlab.example/a"),
    Walk(
      name: "Gitea and Forgejo",
      asked: [
        (has: "q=lantern%20%22t&page=1&limit=2", lacks: "{"), (has: "&page=2&limit=2", lacks: "{"),
      ],
      answers: [
        answer(
          #"{"ok":true,"data":[{"id":4,"full_name":"a","html_url":"https://gitea.example/a"},"#
            + #"{"id":5,"full_name":"b"}]}"#,
          ["X-Total-Count": "3", "Link": "<https://gitea.example/?page=2>; rel=\"next\""]),
        answer(#"{"ok":true,"data":[{"id":6,"full_name":"c"}]}"#, ["X-Total-Count": "3"]),
      ], total: 3, url: "https://gitea.example/a"),
    Walk(
      name: "GraphQL",
      asked: [
        (
          has: #"nodes { id fullPath description webUrl } pageInfo { endCursor hasNextPage } } }","#
            + #""variables":{"q":"lantern \"t","first":2}}"#,
          lacks: #""after":"#
        ),
        (has: #""variables":{"q":"lantern \"t","first":2,"after":"eyJpZCI6IjUifQ"}"#, lacks: "{{"),
      ],
      answers: [
        answer(
          #"{"data":{"projects":{"count":3,"nodes":[{"id":"gid://gitlab/Project/4","fullPath":"a","#
            + #""webUrl":"https://gitlab.example/a"},{"id":"gid://gitlab/Project/5","fullPath":"b"}],"#
            + #""pageInfo":{"endCursor":"eyJpZCI6IjUifQ","hasNextPage":true}}}}"#),
        answer(
          #"{"data":{"projects":{"count":3,"nodes":[{"id":"gid://gitlab/Project/6","fullPath":"c"}],"#
            + #""pageInfo":{"endCursor":"eyJpZCI6IjYifQ","hasNextPage":false}}}}"#),
      ], total: 3, url: "https://gitlab.example/a"),
    Walk(
      name: "Notion",
      asked: [
        (has: #""page_size":2}"#, lacks: "start_cursor"),
        (has: #""page_size":2,"start_cursor":"fe2cc560-036c"}"#, lacks: "{cursor}"),
      ],
      answers: [
        answer(
          #"{"object":"list","results":[\#(note(1, "a")),\#(note(2, "b"))],"#
            + #""next_cursor":"fe2cc560-036c","has_more":true}"#),
        answer(
          #"{"object":"list","results":[\#(note(3, "c"))],"next_cursor":null,"has_more":false}"#),
      ], url: "https://www.notion.so/1"),
    Walk(
      name: "data.go.kr",
      asked: [
        (
          has: "serviceKey=s3%2Bcret%3D%3D&_type=json&name=lantern%20%22t&pageNo=1&numOfRows=2",
          lacks: "{"
        ),
        (has: "&pageNo=2&numOfRows=2", lacks: "{"),
      ],
      answers: [
        answer(portal(#"{"item":[{"id":1,"name":"a","town":"x"},{"id":2,"name":"b"}]}"#)),
        answer(portal(#"{"item":{"id":3,"name":"c"}}"#)),
      ], total: 3),
  ]

  private static func portal(_ items: String, code: String = "0000", count: Int = 3) -> String {
    #"{"response":{"header":{"resultCode":"\#(code)","resultMsg":"OK"},"body":{"items":\#(items),"#
      + #""numOfRows":2,"pageNo":1,"totalCount":\#(count)}}}"#
  }

  @Test("hear what data.go.kr says of nothing and of a refusal")
  func portalWords() async throws {
    let entry = try #require(Self.entry("data.go.kr"))
    let bench = Bench(variables: ["DATA_GO_KR_KEY": "s3+cret=="])
    let source = try bench.source(entry)
    for nothing in [Self.portal(#""""#, count: 0), Self.portal("{}", code: "03", count: 0)] {
      bench.client.replace { _ in Self.answer(nothing) }
      #expect(try await source.labels("zzz").isEmpty)
    }
    bench.client.replace { _ in
      Self.answer(
        "<OpenAPI_ServiceResponse><cmmMsgHeader><errMsg>SERVICE ERROR</errMsg><returnAuthMsg>"
          + "SERVICE_KEY_IS_NOT_REGISTERED_ERROR</returnAuthMsg><returnReasonCode>30"
          + "</returnReasonCode></cmmMsgHeader></OpenAPI_ServiceResponse>")
    }
    let error = await failure { () throws(SourceError) in try await source.labels("a") }
    #expect(error?.said == "SERVICE_KEY_IS_NOT_REGISTERED_ERROR")
    #expect(error?.cause == .badResponse(.saysItFailed))
  }

  private static func note(_ id: Int, _ title: String) -> String {
    #"{"object":"page","id":"\#(id)","url":"https://www.notion.so/\#(id)","properties":{"Name":"#
      + #"{"id":"title","type":"title","title":[{"type":"text","plain_text":"\#(title)"}]}}}"#
  }

  @Test("lead from page to page, to the last one", arguments: walks)
  func leads(_ walk: Walk) async throws {
    let entry = try #require(Self.entry(walk.name))
    let count = Mutex(0)
    let client = StubClient { _ in
      let i = count.withLock { count in
        count += 1
        return count - 1
      }
      return i < walk.answers.count ? walk.answers[i] : Response(status: 500)
    }
    let bench = Bench(
      client,
      variables: [
        "GITLAB_TOKEN": "s3cret", "GITEA_TOKEN": "s3cret", "NOTION_TOKEN": "s3cret",
        "DATA_GO_KR_KEY": "s3+cret==",
      ])
    let source = try bench.source(entry)
    #expect(bench.entries(entry).unread == [])
    var query = Query("lantern \"t", perPage: 2)
    let first = try await source.search(query, continuing: nil, timeout: limit)
    #expect(first.items.map(\.label) == ["a", "b"])
    #expect(first.items.first?.url == walk.url)
    #expect(first.totalCount == walk.total)
    query.page = 2
    let next = try #require(first.next)
    let second = try await source.search(query, continuing: next, timeout: limit)
    #expect(second.items.map(\.label) == ["c"])
    #expect(second.next == nil)
    for (request, asked) in zip(client.requests, walk.asked) {
      let said = request.url + " " + String(decoding: request.body, as: UTF8.self)
      #expect(said.contains(asked.has) && !said.contains(asked.lacks), "\(said)")
    }
  }

  /// The first JSON block below a heading of the page.
  private static func entry(_ heading: String) -> JSONValue? {
    let root = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
    guard let bytes = readFile("/\(root)/protocol/recipes.md") else { return nil }
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
    let section = lines.drop { $0 != "## \(heading)" }.drop { $0 != "```json" }.dropFirst()
    let text = section.prefix { $0 != "```" }.joined(separator: "\n")
    return try? JSONValue(parsing: Array(text.utf8))
  }
}
