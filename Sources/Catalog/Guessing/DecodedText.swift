/// Bytes as UTF-8, and the encoding that has to be named for that.
struct DecodedText {
  let text: [UInt8]
  let start: Int
  /// Nil where the readers see it by themselves.
  let encoding: String?

  init(_ bytes: [UInt8]) throws(GuessFault) {
    let (plain, first) = try Self.decode(bytes, nil)
    let needsName = plain.withUnsafeBufferPointer { buffer in
      firstMalformedUTF8(buffer, first..<buffer.count) != nil
        && !UTF8Text.isMostlyWellFormed(buffer, from: first)
    }
    guard !Self.isBinary(plain) else {
      throw GuessFault(
        seen: "it is binary",
        advice: "sources read JSON, JSON lines, CSV and TSV, packed by gzip or not")
    }
    if needsName {
      let name = EncodingGuess.candidates(plain)[0]
      (text, start) = try Self.decode(bytes, name)
      encoding = name
    } else {
      (text, start, encoding) = (plain, first, nil)
    }
    if FormatGuess.isMarkup(text, from: start) {
      throw GuessFault(
        seen: "it is HTML or XML", advice: "look for an address or a file with JSON or CSV in it")
    }
  }

  private static func decode(
    _ bytes: [UInt8], _ encoding: String?
  ) throws(GuessFault) -> (bytes: [UInt8], start: Int) {
    do throws(UTF8Text.Failure) {
      return try UTF8Text.decode(bytes, encoding: encoding)
    } catch {
      throw GuessFault(seen: error.reason, advice: "write `encoding` as iconv names it")
    }
  }

  /// Whether there are more control characters than in any writing.
  private static func isBinary(_ text: [UInt8]) -> Bool {
    let sample = text.prefix(4096)
    return sample.count { $0 < 0x09 || (0x0E...0x1A).contains($0) } * 20 > sample.count
  }
}
