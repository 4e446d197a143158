import Explorer
import Testing

@testable import Matching

@Suite("Words as they are looked for")
struct FoldedPatternTests {
  struct Row: Sendable, CustomTestStringConvertible {
    var word: String
    var text: String
    var isFound: Bool
    var testDescription: String { "\(word) in \(text)" }

    init(_ word: String, _ text: String, _ isFound: Bool = true) {
      (self.word, self.text, self.isFound) = (word, text, isFound)
    }
  }

  @Test(arguments: [
    Row("SON", "Sonny"), Row("muller", "Müller"), Row("müller", "MÜLLER"),
    Row("müller", "Muller", false), Row("lodz", "Łódź"), Row("łodz", "Łódź", false),
    Row("ㄱ", "각"), Row("가", "각"), Row("각", "가나", false), Row("ㅅㄱ", "사과"),
    Row("삭", "사과"), Row("사고", "사과"), Row("ㄳ", "가수"), Row("ㄱ", "학", false),
    Row("과", "고사", false), Row("달", "닭"), Row("ㄷㄱㄱㅈ", "닭고기집"), Row("ㅋㅋ", "ㅋㅋㅋ"),
    Row("ㅅ과", "사과"), Row("사ㄱ", "사과"), Row("\u{1109}\u{1100}", "사과"), Row("c++", "C++ code"),
  ])
  func `a word is found without regard to case, and as it is being typed`(_ row: Row) {
    #expect(isFound(FoldedPattern(row.word), in: row.text) == row.isFound)
  }

  @Test func `what an input method shows on the way to a word finds it`() {
    for (word, stages) in [
      ("사과", ["ㅅ", "사", "삭", "사고", "사과"]), ("닭", ["ㄷ", "다", "달", "닭"]),
      ("한글", ["ㅎ", "하", "한", "한ㄱ", "한그", "한글"]),
    ] {
      for stage in stages { #expect(isFound(FoldedPattern(stage), in: word), "\(stage)") }
    }
  }

  @Test func `a match has a beginning, and nothing to look for has none`() {
    #expect(FoldedPattern("Ab").beginning == Array("ab".utf8))
    #expect(FoldedPattern("ㅅ").beginning.count == 2)
    #expect(FoldedPattern(" ").beginning.isEmpty)
    #expect(FoldedPattern("").steps.isEmpty)
    #expect(FoldedPattern("ab").isLiteral)
    #expect(!FoldedPattern("ㅅa").isLiteral)
  }

  @Test func `a pattern that narrows another finds nothing that the other does not`() {
    var random = SplitMix64(seed: 19)
    let letters = Array("abcéŁ 가각사과ㅅ")
    func text(_ lengths: ClosedRange<Int>) -> String {
      String(
        (0..<Int.random(in: lengths, using: &random)).map { _ in
          letters.randomElement(using: &random) ?? "a"
        })
    }
    var narrowing = 0
    for _ in 0..<3000 {
      let long = text(1...4)
      let (full, short) = (FoldedPattern(long), FoldedPattern(long.dropLast()))
      guard full.narrows(short) else { continue }
      narrowing += 1
      let place = text(0...3) + long + text(0...3)
      if isFound(full, in: place) { #expect(isFound(short, in: place), "\(long) in \(place)") }
      let other = text(1...9)
      if isFound(full, in: other) { #expect(isFound(short, in: other), "\(long) in \(other)") }
    }
    #expect(narrowing > 100)
  }

  private func isFound(_ pattern: FoldedPattern, in text: String) -> Bool {
    let folded = FoldedText(text)
    return pattern.isFound(in: pattern.hasMarks ? folded.marked : folded.plain)
  }
}
