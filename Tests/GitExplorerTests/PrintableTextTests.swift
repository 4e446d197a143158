import Testing

@testable import gitexplorer

@Suite struct PrintableTextTests {
  @Test(
    "What a terminal would obey is not shown",
    arguments: [
      ("a\u{1B}[31mb", "a[31mb"), ("a\u{9B}31mb", "a31mb"), ("a\u{7}b\u{8}", "ab"),
      ("a\r\n\tb", "a b"), ("a\u{202E}b\u{2066}c\u{200F}\u{061C}", "abc"), ("a\u{2028}b", "a b"),
      ("a\u{0}b\u{7F}", "ab"),
    ])
  func printable(_ text: String, _ shown: String) {
    #expect(text.printable == shown)
  }

  @Test(
    "Names of all scripts stay as they are", arguments: ["Zoë", "김민준", "👩‍👩‍👧 and 🇩🇪", "עברית", "سلام"])
  func kept(_ text: String) { #expect(text.printable == text) }

  @Test("JSON keeps its value")
  func json() {
    let text = "{\"a\":\"\u{9B}x\u{202E}\u{7F}é\"}\n"
    #expect(text.printableJSON == "{\"a\":\"\\u009bx\\u202e\\u007fé\"}\n")
  }

  @Test(
    "Wide characters and emoji take two columns, combining ones none",
    arguments: [
      ("abc", 3), ("é", 1), ("e\u{301}", 1), ("김", 2), ("\u{1100}\u{1161}", 2), ("漢字", 4),
      ("👩‍👩‍👧", 2), ("🇩🇪", 2), ("1\u{FE0F}\u{20E3}", 2), ("☀\u{FE0F}", 2), ("Ａ", 2), ("ｱ", 1),
    ])
  func widths(_ text: String, _ width: Int) { #expect(text.displayWidth == width) }

  @Test("What is cut never takes more columns than it may", arguments: 0...9)
  func cut(_ width: Int) {
    for text in ["octocat and others", "김민준김민준", "👩‍👩‍👧👩‍👩‍👧👩‍👩‍👧x"] {
      #expect(Display(width: width).fitted(text).displayWidth <= width)
      #expect(Display(width: width, isUnicode: false).fitted(text).displayWidth <= width)
    }
  }
}
