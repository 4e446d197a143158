import Testing

@testable import gitexplorer

@Suite struct TableTests {
  private let table = Table(
    columns: [
      .init(heading: "LOGIN", narrowest: 12, rank: 0),
      .init(heading: "NAME", narrowest: 8, rank: 1),
      .init(heading: "NOTHING", narrowest: 8, rank: 2),
      .init(heading: "KIND", narrowest: 12, rank: 3),
    ],
    rows: [
      ["octocat", "The Octocat", "", "user"], ["minjun-kim", "김민준 👩‍👩‍👧 and friends", "", "user"],
      ["octo-labs", "", "", "organization"],
    ].map { $0.map { Cell($0) } })

  @Test("No line is wider than the window", arguments: [1, 2, 5, 10, 20, 30, 40, 80, 200])
  func widths(_ width: Int) {
    for line in lines(Display(width: width)) { #expect(line.displayWidth <= width, "\(line)") }
  }

  @Test("Columns of a high rank go before those of a low one are cut below what they keep")
  func ranks() {
    #expect(lines(Display(width: 40))[0].split(separator: " ") == ["LOGIN", "NAME", "KIND"])
    #expect(lines(Display(width: 30))[0].split(separator: " ") == ["LOGIN", "NAME"])
    #expect(lines(Display(width: 15)) == ["LOGIN", "octocat", "minjun-kim", "octo-labs"])
    #expect(lines(Display(width: 6))[2] == "minju…")
  }

  @Test("Without a window nothing is cut, and what is empty has no column and no trailing blanks")
  func unlimited() {
    #expect(
      lines(Display()) == [
        "LOGIN       NAME                   KIND", "octocat     The Octocat            user",
        "minjun-kim  김민준 👩‍👩‍👧 and friends  user", "octo-labs                          organization",
      ])
  }

  @Test("Where only ASCII is drawn, what is cut ends in full stops")
  func ascii() {
    #expect(lines(Display(width: 6, isUnicode: false))[2] == "min...")
  }

  @Test("What was found is marked as far as it is shown")
  func marks() {
    var cell = Cell("octo-octopus")
    cell.marked = [0..<4, 5..<9]
    let display = Display(hasColor: true)
    #expect(
      cell.drawn(on: display) == "\u{1B}[1;31mocto\u{1B}[0m-\u{1B}[1;31mocto\u{1B}[0mpus")
    #expect(
      cell.cut(to: 7, on: display).drawn(on: display)
        == "\u{1B}[1;31mocto\u{1B}[0m-\u{1B}[1;31mo\u{1B}[0m…")
    #expect(cell.drawn(on: Display()) == "octo-octopus")
  }

  @Test("A link leads to an address and to nothing that a terminal would obey")
  func links() {
    let display = Display(hasHyperlinks: true)
    var cell = Cell("octocat")
    cell.link = "https://github.com/octocat"
    #expect(
      cell.drawn(on: display)
        == "\u{1B}]8;;https://github.com/octocat\u{1B}\\octocat\u{1B}]8;;\u{1B}\\")
    for address in ["javascript:alert(1)", "https://x/\u{1B}\\", "https://x/\u{7}", "https://x/ y"]
    {
      cell.link = address
      #expect(cell.drawn(on: display) == "octocat")
    }
  }

  private func lines(_ display: Display) -> [String] {
    table.text(on: display).split(separator: "\n").map(String.init)
  }
}
