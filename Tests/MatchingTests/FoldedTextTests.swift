import Explorer
import Testing

@testable import Matching

@Suite("Texts as they are compared")
struct FoldedTextTests {
  @Test(arguments: [
    ("Octo", "octo"), ("  a \t b\u{A0}\u{3000}c ", "a b c"), ("Müller", "muller"),
    ("Łódź", "lodz"), ("ΣΟΦΌΣ", "σοφοσ"), ("İ", "i"), ("\u{212B}", "a"), ("Việt", "viet"),
    ("が", "か"), ("東京", "東京"), ("ﬁ", "ﬁ"), ("", ""), (" ", ""), ("\0a", "a"),
  ])
  func `the plain form has no case, no diacritics and single spaces`(text: String, plain: String) {
    #expect(String(decoding: FoldedText(text).plain, as: UTF8.self) == plain)
  }

  @Test(arguments: [("Müller", true), ("Muller", false), ("Łódź", true), ("사과", false)])
  func `the forms differ where there are diacritics`(text: String, differ: Bool) {
    let folded = FoldedText(text)
    #expect(folded.hasMarks == differ)
    #expect((folded.marked != folded.plain) == differ)
  }

  @Test func `case makes no difference`() {
    var random = SplitMix64(seed: 3)
    let scalars = Array("aÀeéÅZž\u{301}\u{323}\u{302}\u{327} 가각닭ㄱㅏ".unicodeScalars)
    for _ in 0..<2000 {
      var text = String.UnicodeScalarView()
      for _ in 0..<Int.random(in: 0...8, using: &random) {
        text.append(scalars.randomElement(using: &random) ?? "a")
      }
      let (upper, lower) = (String(text).uppercased(), String(text).lowercased())
      #expect(FoldedText(upper).marked == FoldedText(lower).marked)
    }
  }

  @Test(arguments: [
    ("é", "e\u{301}"), ("ệ", "e\u{302}\u{323}"), ("ệ", "e\u{323}\u{302}"), ("Å", "\u{212B}"),
    ("각", "\u{1100}\u{1161}\u{11A8}"), ("사과", "\u{1109}\u{1161}\u{1100}\u{116A}"),
  ])
  func `composed or not is the same`(composed: String, decomposed: String) {
    #expect(FoldedText(composed).marked == FoldedText(decomposed).marked)
    #expect(FoldedText(composed).plain == FoldedText(decomposed).plain)
  }

  @Test func `every letter of the table is its base and its mark`() {
    for (mark, letters) in Decompositions.marks {
      let pairs = Array(letters.unicodeScalars)
      #expect(pairs.count.isMultiple(of: 2))
      for i in stride(from: 0, to: pairs.count - 1, by: 2) {
        var taken = String.UnicodeScalarView([pairs[i]])
        taken.append(mark)
        #expect(String(taken) == String(Character(pairs[i + 1])), "\(pairs[i + 1])")
      }
    }
  }

  @Test func `fields end with a byte that no text has`() {
    var folded = FoldedText()
    folded.append("Ada\nÉ")
    folded.endField()
    folded.append(" b")
    folded.endField()
    #expect(String(decoding: folded.plain, as: UTF8.self) == "ada e\nb\n")
    #expect(String(decoding: folded.marked, as: UTF8.self) == "ada e\u{301}\nb\n")
    folded.removeAll()
    #expect(folded.plain.isEmpty && folded.marked.isEmpty && !folded.hasMarks)
  }

  @Test func `bytes that are no UTF-8 become the replacement character`() {
    var folded = FoldedText()
    let bytes: [UInt8] = [0x41, 0xFF, 0x42]
    bytes.withUnsafeBufferPointer { folded.append(utf8: $0) }
    folded.endField()
    #expect(String(decoding: folded.plain, as: UTF8.self) == "a\u{FFFD}b\n")
  }
}
