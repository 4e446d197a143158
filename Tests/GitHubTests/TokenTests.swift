import Secrets
import GitHub
import HTTP
import Testing

@Suite("Tokens")
struct TokenTests {
  @Test(arguments: ["", "a\nb", "a\r", "\u{0}", "a b", "tökn", "a\u{7F}"])
  func `what cannot be a header is not usable`(text: String) { #expect(!Token(text).isUsable) }

  @Test func `no description shows it`() {
    let settings = GitHubSettings(token: Token(Bench.token))
    var dumped = ""
    dump(settings, to: &dumped)
    let texts = [
      "\(Token(Bench.token))", String(reflecting: settings), "\(settings)", dumped,
      "\(Credential(token: Token(Bench.token), origin: .gh))",
    ]
    #expect(texts.allSatisfy { !$0.contains(Bench.token) })
  }
}
