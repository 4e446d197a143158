import Secrets
import Testing

@Suite("Secrets in texts")
struct RedactorTests {
  private func redacted(_ text: String, holding tokens: [String] = []) -> String {
    let redactor = Redactor()
    for token in tokens { redactor.remember(Token(token)) }
    return redactor.redacted(text)
  }

  @Test(arguments: [
    ("", ""), ("abc", "***"), ("ab", "ab"), ("xabcabcy", "x******y"), ("ababc", "ab***"),
    ("abc\u{301}", "***\u{301}"),
  ])
  func `a token that is held is taken out wherever it stands`(text: String, expected: String) {
    #expect(redacted(text, holding: ["abc"]) == expected)
  }

  @Test func `every token that was ever held is, and the longer one first`() {
    #expect(
      redacted("first second first-and-more", holding: ["first", "second", "first-and-more"])
        == "*** *** ***")
  }

  @Test(arguments: [
    ("Bad ghp_0123abc.", "Bad ***."), ("gho_x ghu_x ghs_a.b-c_d ghr_x", "*** *** *** ***"),
    ("github_pat_11AB_cd!", "***!"), ("ghp_ alone", "ghp_ alone"),
    ("Bearer abc.def", "Bearer ***"), ("bEARER  x, y", "bEARER  *** y"),
    ("Authorization: Basic bW9uYQ==", "Authorization: ***"),
    (#"{"Authorization": "token abc", "a": 1}"#, #"{"Authorization": "***", "a": 1}"#),
    ("authorization=abc", "authorization=***"),
    ("the authorization was refused", "the authorization was refused"),
    ("proxy-authorization: x\nnext", "proxy-authorization: ***\nnext"),
    ("https://me:password@h/x@y", "https://***@h/x@y"), ("https://h/a@b", "https://h/a@b"),
    ("see http://u@h:80", "see http://***@h:80"),
    ("https://h/?q=1&api_key=abc&page=2", "https://h/?q=1&api_key=***&page=2"),
    ("https://h/?access-token=abc#x", "https://h/?access-token=***#x"),
    ("https://h/?monkey=abc&sort=key", "https://h/?monkey=abc&sort=key"),
    ("https://h/?api_key={env:KEY}", "https://h/?api_key={env:KEY}"),
    ("nothing here: ?=&= :// @ Bearer", "nothing here: ?=&= :// @ Bearer"),
    ("the bearers of it", "the bearers of it"), ("PLEASE wait", "PLEASE wait"),
  ])
  func `what has the form of a secret is taken out`(text: String, expected: String) {
    #expect(redacted(text) == expected)
  }

  @Test func `a short token is left in bodies, where it may be an ordinary word`() {
    let redactor = Redactor()
    redactor.remember(Token("mona"))
    redactor.remember(Token("0123456789abcdef"))
    let body = Array("mona 0123456789abcdef ghp_x".utf8)
    #expect(String(decoding: redactor.redactedBody(body), as: UTF8.self) == "mona *** ghp_x")
  }

  @Test func `no text survives with a secret in it, whatever stands around it`() {
    var random = SystemRandomNumberGenerator()
    let canary = "canary0123456789"
    let forms = [
      "ghp_\(canary)", "github_pat_\(canary)", "Bearer \(canary)", "Authorization: x \(canary)",
      "https://a:\(canary)@h", "https://\(canary)@h", "?token=\(canary)", "&api_key=\(canary)",
    ]
    let noise = [
      " ", "x", "\"", "\\", "\n", "=", "&", "?", ":", "/", "@", "gh", "Bear", "é", "\u{0}",
    ]
    for _ in 0..<20_000 {
      var text = ""
      for _ in 0..<Int.random(in: 0...6, using: &random) {
        text += noise.randomElement(using: &random) ?? ""
      }
      text += " " + (forms.randomElement(using: &random) ?? "") + " "
      for _ in 0..<Int.random(in: 0...6, using: &random) {
        text += noise.randomElement(using: &random) ?? ""
      }
      #expect(!redacted(text).contains(canary), "\(text.debugDescription)")
    }
  }
}
