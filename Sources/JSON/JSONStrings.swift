/// How a string's text lies in the bytes behind its opening quote.
enum ScannedString {
  /// So many bytes up to the closing quote, to be taken as they are; all of them ASCII.
  case ascii(Int)
  /// The same, but some are not ASCII and may not be UTF-8.
  case plain(Int)
  /// Has an escape; needs `unescape`.
  case escaped
  case failed(JSONError.Reason, Int)
}

/// Looks for the closing quote of a string.
func scanString(_ bytes: UnsafeRawBufferPointer) -> ScannedString {
  var seen: UInt64 = 0
  let end = bytes.firstSpecial(from: 0, seen: &seen)
  guard end < bytes.count else { return .failed(.unexpectedEnd, end) }
  switch bytes[end] {
  case UInt8(ascii: "\""): return seen & highBits == 0 ? .ascii(end) : .plain(end)
  case UInt8(ascii: "\\"): return .escaped
  default: return .failed(.controlCharacter, end)
  }
}

/// The text of well-formed UTF-8, nil for anything else.
func validated(_ bytes: Slice<UnsafeRawBufferPointer>) -> String? {
  String(validating: UnsafeRawBufferPointer(rebasing: bytes), as: UTF8.self)
}

/// What a string says.
struct ParsedString {
  /// With U+FFFD for each half of a surrogate pair.
  var text: String
  /// The halves, and where their U+FFFD lie in `text`, in UTF-8.
  var halves: [(offset: Int, unit: UInt16)] = []

  /// The text in UTF-16, with the halves in their places.
  var units: [UInt16] {
    var units: [UInt16] = []
    var start = text.startIndex
    for half in halves {
      let place = text.utf8.index(text.startIndex, offsetBy: half.offset)
      units += text[start..<place].utf16
      units.append(half.unit)
      start = text.unicodeScalars.index(after: place)
    }
    return units + text[start...].utf16
  }
}

/// Reads a string with escapes; returns it and the bytes it took, the closing quote included.
func unescape(
  _ bytes: UnsafeRawBufferPointer, at start: Int
) throws(JSONError) -> (ParsedString, Int) {
  var text: [UInt8] = []
  var halves: [(offset: Int, unit: UInt16)] = []
  var i = 0
  while i < bytes.count {
    let byte = bytes[i]
    switch byte {
    case UInt8(ascii: "\""):
      guard let string = String(validating: text, as: UTF8.self) else {
        throw JSONError(reason: .invalidUTF8, offset: start)
      }
      return (ParsedString(text: string, halves: halves), i + 1)
    case UInt8(ascii: "\\"):
      let (escape, length) = try escape(bytes, i, at: start)
      var scalar: Unicode.Scalar = "\u{FFFD}"
      switch escape {
      case .scalar(let meant): scalar = meant
      case .half(let unit): halves.append((text.count, unit))
      }
      text.append(contentsOf: UTF8.encode(scalar)?.map { $0 } ?? [])
      i += length
    case 0..<0x20:
      throw JSONError(reason: .controlCharacter, offset: start + i)
    default:
      text.append(byte)
      i += 1
    }
  }
  throw JSONError(reason: .unexpectedEnd, offset: start + i)
}

/// What an escape stands for.
private enum Escape {
  case scalar(Unicode.Scalar)
  /// A surrogate without its other half.
  case half(UInt16)
}

/// Reads the escape whose backslash is at `i`; returns what it stands for and its length.
private func escape(
  _ bytes: UnsafeRawBufferPointer, _ i: Int, at start: Int
) throws(JSONError) -> (Escape, Int) {
  guard i + 1 < bytes.count else { throw JSONError(reason: .unexpectedEnd, offset: start + i + 1) }
  switch bytes[i + 1] {
  case UInt8(ascii: "\""): return (.scalar("\""), 2)
  case UInt8(ascii: "\\"): return (.scalar("\\"), 2)
  case UInt8(ascii: "/"): return (.scalar("/"), 2)
  case UInt8(ascii: "b"): return (.scalar("\u{8}"), 2)
  case UInt8(ascii: "f"): return (.scalar("\u{C}"), 2)
  case UInt8(ascii: "n"): return (.scalar("\n"), 2)
  case UInt8(ascii: "r"): return (.scalar("\r"), 2)
  case UInt8(ascii: "t"): return (.scalar("\t"), 2)
  case UInt8(ascii: "u"):
    let unit = try hexUnit(bytes, i + 2, at: start)
    if let scalar = Unicode.Scalar(unit) { return (.scalar(scalar), 6) }
    guard UTF16.isLeadSurrogate(unit), i + 7 < bytes.count, bytes[i + 6] == UInt8(ascii: "\\"),
      bytes[i + 7] == UInt8(ascii: "u")
    else { return (.half(unit), 6) }
    let low = try hexUnit(bytes, i + 8, at: start)
    guard UTF16.isTrailSurrogate(low) else { return (.half(unit), 6) }
    return (.scalar(UTF16.decode(UTF16.EncodedScalar([unit, low]))), 12)
  default: throw JSONError(reason: .badEscape, offset: start + i)
  }
}

private func hexUnit(
  _ bytes: UnsafeRawBufferPointer, _ i: Int, at start: Int
) throws(JSONError) -> UInt16 {
  var unit: UInt16 = 0
  for j in i..<i + 4 {
    guard j < bytes.count else { throw JSONError(reason: .unexpectedEnd, offset: start + j) }
    guard let digit = hexDigit(bytes[j]) else {
      throw JSONError(reason: .badEscape, offset: start + j)
    }
    unit = unit << 4 | digit
  }
  return unit
}

private func hexDigit(_ byte: UInt8) -> UInt16? {
  switch byte {
  case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt16(byte - UInt8(ascii: "0"))
  case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt16(byte - UInt8(ascii: "a") + 10)
  case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt16(byte - UInt8(ascii: "A") + 10)
  default: nil
  }
}
