import System

/// Which encodings bytes that are not UTF-8 may be in.
package enum EncodingGuess {
  private static let sampleBytes = 1 << 16
  private static let names = [
    "CP949", "SHIFT_JIS", "EUC-JP", "GB18030", "BIG5", "windows-1252", "windows-1251",
    "windows-1250",
  ]

  /// Likeliest first, three at most; windows-1252 where nothing fits.
  package static func candidates(_ bytes: [UInt8]) -> [String] {
    let sample = sample(of: bytes)
    let scored = names.compactMap { name in score(sample, as: name).map { (name, $0) } }
      .filter { $0.1 > 0.5 }.sorted { $0.1 > $1.1 }
    return scored.isEmpty ? ["windows-1252"] : scored.prefix(3).map(\.0)
  }

  /// Lines that have bytes above ASCII.
  private static func sample(of bytes: [UInt8]) -> [UInt8] {
    var sample: [UInt8] = []
    for line in bytes.lazy.split(separator: UInt8(ascii: "\n")) {
      if line.contains(where: { $0 >= 0x80 }) { sample += line + [UInt8(ascii: "\n")] }
      if sample.count > sampleBytes { break }
    }
    return sample
  }

  /// How much of what is not ASCII looks like writing, 0…1; nil where it is not of that encoding.
  private static func score(_ sample: [UInt8], as name: String) -> Double? {
    guard let converter = EncodingConverter(from: name),
      case .success(let text) = converter.convert(sample)
    else { return nil }
    let scalars = Array(String(decoding: text, as: UTF8.self).unicodeScalars)
    var (count, good) = (0, 0.0)
    for (i, scalar) in scalars.enumerated() where scalar.value >= 0x80 {
      count += 1
      let before = i > 0 ? scalars[i - 1] : " "
      let after = i + 1 < scalars.count ? scalars[i + 1] : " "
      good += likelihood(of: scalar, between: before, after, in: name)
    }
    return count == 0 ? nil : good / Double(count)
  }

  private static func likelihood(
    of scalar: Unicode.Scalar, between before: Unicode.Scalar, _ after: Unicode.Scalar,
    in name: String
  ) -> Double {
    switch (name, scalar.value) {
    case ("CP949", 0xAC00...0xD7A3): 1
    case ("SHIFT_JIS", 0x3040...0x30FF), ("EUC-JP", 0x3040...0x30FF): 1
    case ("SHIFT_JIS", 0x4E00...0x9FFF), ("EUC-JP", 0x4E00...0x9FFF): 0.7
    case ("GB18030", 0x4E00...0x9FFF): 0.8
    case ("BIG5", 0x4E00...0x9FFF): 0.75
    case ("GB18030", 0x3000...0x3020), ("BIG5", 0x3000...0x3020), ("CP949", 0x3000...0x3020),
      ("SHIFT_JIS", 0x3000...0x3020), ("EUC-JP", 0x3000...0x3020):
      0.9
    case ("windows-1251", 0x410...0x44F):
      (0x410...0x44F).contains(before.value) || (0x410...0x44F).contains(after.value) ? 0.95 : 0.3
    case ("windows-1252", 0xC0...0xFF): isLetter(before) || isLetter(after) ? 0.9 : 0.4
    case ("windows-1252", 0x2010...0x203A), ("windows-1252", 0xA0...0xBF): 0.6
    case ("windows-1250", 0xC0...0x17F): isLetter(before) || isLetter(after) ? 0.8 : 0.3
    default: 0
    }
  }

  private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value < 0x80 && scalar.properties.isAlphabetic
  }
}
