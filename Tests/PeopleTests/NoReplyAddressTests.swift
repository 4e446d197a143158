import Testing

@testable import People

@Suite struct NoReplyAddressTests {
  @Test(
    "An address without a mailbox names an account",
    arguments: [
      ("583231+octocat@users.noreply.github.com", "octocat", 583_231 as Int64?, "github.com"),
      ("octocat@users.noreply.github.com", "octocat", nil, "github.com"),
      ("7+ci[bot]@users.noreply.ghe.example", "ci[bot]", 7, "ghe.example"),
      ("1+Octo-Cat@Users.NoReply.GitHub.com", "Octo-Cat", 1, "github.com"),
    ])
  func names(mail: String, login: String, id: Int64?, host: String) {
    let address = NoReplyAddress(mail)
    #expect(address?.login == login)
    #expect(address?.accountID == id)
    #expect(address?.host == host)
  }

  @Test(
    "Other addresses name none",
    arguments: [
      "octocat@github.com", "x+octocat@users.noreply.github.com", "@users.noreply.github.com",
      "octo cat@users.noreply.github.com", "octocat@users.noreply.", "a@b@users.noreply.github.com",
      "0+octocat@users.noreply.github.com", "1+@users.noreply.github.com", "",
    ])
  func others(mail: String) { #expect(NoReplyAddress(mail) == nil) }
}
