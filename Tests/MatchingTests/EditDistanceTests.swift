import Matching
import Testing

@Suite("Edit distance") struct EditDistanceTests {
  @Test(
    "counts letters put in, left out, changed and swapped",
    arguments: [
      ("", "", 0), ("", "abc", 3), ("name", "name", 0), ("name", "nam", 1), ("name", "names", 1),
      ("name", "nome", 1), ("name", "nmae", 1), ("label", "lebal", 2), ("straße", "strasse", 2),
      ("이름", "이릅", 1),
    ])
  func counts(word: String, other: String, distance: Int) {
    #expect(editDistance(word, other) == distance)
    #expect(editDistance(other, word) == distance)
  }
}
