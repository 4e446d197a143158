import Explorer
import HTTP
import System

/// Bytes as they came, made UTF-8: unpacked, and converted where they are in another encoding.
package enum UTF8Text {
  /// A reason why bytes are no text, in words.
  struct Failure: Error { var reason: String }

  /// What is unpacked from gzip may be this large.
  private static let maximumBytes = 2 << 30

  /// Returns UTF-8 and where its text begins, behind a mark.
  ///
  /// What is UTF-8 already is returned as it is.
  ///
  /// - Parameter encoding: a name for iconv; nil goes by the mark, and by the zeros of UTF-16.
  static func decode(
    _ bytes: [UInt8], encoding: String?
  ) throws(Failure) -> (bytes: [UInt8], start: Int) {
    var bytes = bytes
    if bytes.starts(with: [0x1F, 0x8B]) {
      guard let unpacked = gunzip(bytes, maximumBytes: maximumBytes) else {
        throw Failure(reason: "its gzip is cut or broken")
      }
      bytes = unpacked
    }
    let (marked, length) = markedEncoding(bytes)
    if marked == "UTF-8" { return (bytes, length) }
    guard let name = marked ?? encoding ?? zerosEncoding(bytes), !isUTF8(name) else {
      return (bytes, 0)
    }
    return (try convert(bytes[length...], from: name), 0)
  }

  private static func convert(
    _ bytes: ArraySlice<UInt8>, from name: String
  ) throws(Failure) -> [UInt8] {
    guard let converter = EncodingConverter(from: name) else {
      throw Failure(reason: "the encoding `\(name)` is not known here")
    }
    switch converter.convert(Array(bytes)) {
    case .success(let text): return text
    case .failure(let malformed):
      throw Failure(reason: "it is not \(name) at byte \(malformed.offset + 1)")
    }
  }

  /// The encoding that a byte order mark names, and the mark's length.
  private static func markedEncoding(_ bytes: [UInt8]) -> (name: String?, length: Int) {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return ("UTF-8", 3) }
    if bytes.starts(with: [0xFF, 0xFE, 0, 0]) { return ("UTF-32LE", 4) }
    if bytes.starts(with: [0, 0, 0xFE, 0xFF]) { return ("UTF-32BE", 4) }
    if bytes.starts(with: [0xFF, 0xFE]) { return ("UTF-16LE", 2) }
    if bytes.starts(with: [0xFE, 0xFF]) { return ("UTF-16BE", 2) }
    return (nil, 0)
  }

  /// UTF-16 without a mark: every other byte of its ASCII is zero.
  private static func zerosEncoding(_ bytes: [UInt8]) -> String? {
    let sample = bytes.prefix(4096)
    guard sample.count >= 4, sample.prefix(512).contains(0) else { return nil }
    var zeros = [0, 0]
    var controls = [0, 0]
    for (i, byte) in sample.enumerated() where byte < 0x09 {
      if byte == 0 { zeros[i & 1] += 1 } else { controls[i & 1] += 1 }
    }
    let half = sample.count / 2
    for (side, name) in [(1, "UTF-16LE"), (0, "UTF-16BE")]
    where zeros[side] * 10 > half * 3 && zeros[1 - side] * 20 < half
      && controls[1 - side] * 10 < half
    {
      return name
    }
    return nil
  }

  private static func isUTF8(_ name: String) -> Bool {
    ["utf-8", "utf8", "us-ascii", "ascii"].contains(name.lowercased())
  }

  /// Says which byte is not UTF-8, and which encodings the text may be in.
  static func refusal(_ bytes: [UInt8], at offset: Int) -> String {
    let byte = "0x" + String(bytes[offset], radix: 16, uppercase: true)
    let names = EncodingGuess.candidates(bytes).map { "`\($0)`" }.joined(separator: ", ")
    return "it is not UTF-8: \(byte) at \(Table.place(offset, in: bytes)); "
      + "`encoding` names another, perhaps \(names)"
  }

  /// Whether it is UTF-8 with some damage: more of what is not ASCII is well-formed than not.
  static func isMostlyWellFormed(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Bool {
    var (good, bad) = (0, 0)
    var position = start
    while position < bytes.count {
      let end = firstMalformedUTF8(bytes, position..<bytes.count) ?? bytes.count
      good += bytes[position..<end].count { $0 >= 0xC0 }
      if end < bytes.count { bad += 1 }
      position = end + 1
    }
    return good > bad
  }
}
