import Explorer
import HTTP
import JSON
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
      asked: "query=lantern%20%22t&command_version=3"),
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
