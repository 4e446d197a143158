/// Hangul as the keys that type it: `사과` is ㅅㅏㄱㅗㅏ.
///
/// Whatever an input method shows on the way to a word (`ㅅ`, `사`, `삭`, `사고`) is then the start of
/// that word. A key is two bytes that UTF-8 never has, so that no other text looks like one: 0xC0 and
/// 0x80… for a consonant, 0xC0 and 0xA0… for a vowel. A consonant without a syllable is followed by
/// `noVowel`, and a vowel without one begins with 0xC1.
enum Hangul {
  static let lead: UInt8 = 0xC0
  static let loneLead: UInt8 = 0xC1
  static let firstVowel: UInt8 = 0xA0
  private static let firstConsonant: UInt8 = 0x80
  /// The second byte of what stands for the vowel that a lone consonant lacks.
  static let noVowel: UInt8 = 0xBF

  /// A part of a syllable as its keys, each the second byte of a code.
  typealias Keys = [UInt8]

  /// The keys of a modern syllable.
  static func keys(ofSyllable scalar: UInt32) -> (initial: Keys, vowel: Keys, final: Keys) {
    let number = Int(scalar - 0xAC00)
    return (
      [firstConsonant + UInt8(number / 588)], vowels[number / 28 % 21], finals[number % 28]
    )
  }

  /// The keys of a jamo that joins with others into a syllable; nil for those of old Korean.
  static func keys(ofConjoining scalar: UInt32) -> Part? {
    switch scalar {
    case 0x1100...0x1112: .initial(firstConsonant + UInt8(scalar - 0x1100))
    case 0x1161...0x1175: .vowel(vowels[Int(scalar - 0x1161)])
    case 0x11A8...0x11C2: .final(finals[Int(scalar - 0x11A7)])
    default: nil
    }
  }

  /// The keys of a jamo that stands by itself, as keyboards type it.
  static func keys(ofCompatibility scalar: UInt32) -> Part? {
    switch scalar {
    case 0x3131...0x314E: .final(compatibilityConsonants[Int(scalar - 0x3131)])
    case 0x314F...0x3163: .vowel(vowels[Int(scalar - 0x314F)])
    default: nil
    }
  }

  enum Part {
    case initial(UInt8)
    case vowel(Keys)
    case final(Keys)
  }

  /// Whether the two bytes are a vowel, or what stands for a missing one.
  static func isVowel(_ first: UInt8, _ second: UInt8) -> Bool {
    (first == lead && second >= firstVowel) || (first == loneLead && second == noVowel)
  }

  private static let initialLetters = Array("ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ")
  private static let vowelLetters = Array("ㅏㅐㅑㅒㅓㅔㅕㅖㅗㅛㅜㅠㅡㅣ")

  private static let vowels = keys(
    "ㅏ ㅐ ㅑ ㅒ ㅓ ㅔ ㅕ ㅖ ㅗ ㅗㅏ ㅗㅐ ㅗㅣ ㅛ ㅜ ㅜㅓ ㅜㅔ ㅜㅣ ㅠ ㅡ ㅡㅣ ㅣ")

  /// The first is for a syllable without one.
  private static let finals =
    [[]]
    + keys(
      "ㄱ ㄲ ㄱㅅ ㄴ ㄴㅈ ㄴㅎ ㄷ ㄹ ㄹㄱ ㄹㅁ ㄹㅂ ㄹㅅ ㄹㅌ ㄹㅍ ㄹㅎ ㅁ ㅂ ㅂㅅ ㅅ ㅆ ㅇ ㅈ ㅊ ㅋ ㅌ ㅍ ㅎ")

  private static let compatibilityConsonants = keys(
    "ㄱ ㄲ ㄱㅅ ㄴ ㄴㅈ ㄴㅎ ㄷ ㄸ ㄹ ㄹㄱ ㄹㅁ ㄹㅂ ㄹㅅ ㄹㅌ ㄹㅍ ㄹㅎ ㅁ ㅂ ㅃ ㅂㅅ ㅅ ㅆ ㅇ ㅈ ㅉ ㅊ ㅋ ㅌ ㅍ ㅎ")

  private static func keys(_ list: String) -> [Keys] {
    list.split(separator: " ").map { letters in
      letters.map { letter in
        if let i = initialLetters.firstIndex(of: letter) { return firstConsonant + UInt8(i) }
        return firstVowel + UInt8(vowelLetters.firstIndex(of: letter) ?? 0)
      }
    }
  }
}
