import Testing

@testable import gitexplorer

@Suite struct DoctorTests {
  @Test(
    "A proxy is shown without who asks it",
    arguments: [
      ("http://me:secret@proxy:3128", "http://***@proxy:3128"), ("me:se@cret@proxy", "***@proxy"),
      ("http://me:se/cret@proxy/", "http://***@proxy/"), ("socks5h://proxy", "socks5h://proxy"),
      ("localhost,.corp", "localhost,.corp"),
    ])
  func proxies(_ value: String, _ shown: String) { #expect(value.withoutUserInformation == shown) }

  @Test("Folders are those of the XDG specification, and a relative one is none")
  func folders() {
    let variables = [
      "HOME": "/home/octocat", "XDG_STATE_HOME": "/var/state", "XDG_CACHE_HOME": "x",
    ]
    let folders = Folders { variables[$0] }
    #expect(folders.state == "/var/state")
    #expect(folders.cache == "/home/octocat/.cache")
    #expect(folders.config == "/home/octocat/.config")
    #expect(folders.data == "/home/octocat/.local/share")
  }

  @Test("A folder that cannot be made is a problem, and says what to do")
  func foldersThatCannotBe() {
    let checks = SystemChecks { _ in nil }
    #expect(checks.folder("cache", in: "/dev/null").state == .problem)
    #expect(
      checks.folder("cache", in: "/dev/null/inside").advice?.contains("XDG_CACHE_HOME") == true)
  }

  @Test("A certificate file that is missing is a problem, and the checks behind it are made")
  func certificates() {
    let checks = SystemChecks { $0 == "SSL_CERT_FILE" ? "/no/such/file" : nil }
    #expect(checks.all.first { $0.name == "certificates" }?.state == .problem)
    #expect(checks.all.map(\.name) == ["version", "libcurl", "proxy", "certificates"])
  }

  @Test("What a check found keeps to the window", arguments: [30, 60, 100])
  func widths(_ width: Int) {
    let check = Check.problem(
      "certificates", "one two three four five six seven eight nine",
      advice: "Do this \u{1B}[31mnow.")
    for line in check.lines(width: width) {
      #expect(line.displayWidth <= width && !line.contains("\u{1B}"))
    }
  }
}
