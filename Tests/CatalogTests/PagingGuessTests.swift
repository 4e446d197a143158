import HTTP
import JSONAPI
import Testing

@Suite("The guess of an API's pages")
struct PagingGuessTests {
  @Test(
    "puts places where parameters are named for them",
    arguments: [
      (
        "https://x.example/s?q=ash&page=2&per_page=5",
        "https://x.example/s?q={query}&page={page}&per_page={perPage}"
      ),
      (
        "https://x.example/s?lang=en&skip=20&limit=10",
        "https://x.example/s?lang=en&skip={offset}&limit={perPage}"
      ),
      ("https://x.example/all", "https://x.example/all"),
      ("https://x.example/s?q={query}&page=2", "https://x.example/s?q={query}&page=2"),
    ])
  func address(_ url: String, _ template: String) {
    let guess = PagingGuess(url: url, answer: Response(status: 200), count: 0)
    #expect(guess.url == template)
    #expect(guess.isAsked == template.contains("{query}"))
  }

  @Test(
    "finds the number of all and the next page",
    arguments: [
      (#"{"data":[],"totalCount":61}"#, "totalCount", nil),
      (#"{"hits":{"total":{"value":61},"hits":[]}}"#, "hits.total.value", nil),
      (#"{"count":61,"next":"https://x.example/s?page=2","results":[]}"#, "count", "body:next"),
      (#"{"links":{"next":{"href":"/s?page=2"}},"data":[]}"#, nil, "body:links.next.href"),
      (#"{"total":3,"next":false}"#, nil, nil), ("[1]", nil, nil), ("name,city\n", nil, nil),
    ] as [(String, String?, String?)])
  func answer(_ body: String, _ total: String?, _ next: String?) {
    let response = Response(status: 200, body: Array(body.utf8))
    let guess = PagingGuess(url: "https://x.example/s", answer: response, count: 20)
    #expect(guess.total == total)
    #expect(guess.next == next)
  }

  @Test(
    "sees from where pages are counted",
    arguments: [
      ("https://x.example/s?page=0&size=5", true), ("https://x.example/s?page=1&size=5", false),
      ("https://x.example/s?size=0", false), ("https://x.example/s?P=0", true),
      ("https://x.example/s?page={page}", false),
    ])
  func firstPage(_ url: String, _ countsFromZero: Bool) {
    let guess = PagingGuess(url: url, answer: Response(status: 200), count: 0)
    #expect(guess.countsFromZero == countsFromZero)
  }

  @Test("finds the number of all in a header")
  func totalHeader() {
    let response = Response(status: 200, headers: ["x-total-count": "61"])
    let guess = PagingGuess(url: "https://x.example/s", answer: response, count: 1)
    #expect(guess.total == "header:X-Total-Count")
  }

  @Test("follows the Link header")
  func link() {
    let response = Response(status: 200, headers: ["Link": "</s?page=2>; rel=\"next\""])
    #expect(PagingGuess(url: "https://x.example/s", answer: response, count: 1).next == "link")
  }
}
