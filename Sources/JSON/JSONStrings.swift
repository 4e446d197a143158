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

/// Reads a string with escapes; returns it and the bytes it took, the closing quote included.
func unescape(
  _ bytes: UnsafeRawBufferPointer, at start: Int
) throws(JSONError) -> (String, Int) {
  var text: [UInt8] = []
  var i = 0
  while i < bytes.count {
    let byte = bytes[i]
    switch byte {
    case UInt8(ascii: "\""):
      guard let string = String(validating: text, as: UTF8.self) else {
        throw JSONError(reason: .invalidUTF8, offset: start)
      }
      return (string, i + 1)
    case UInt8(ascii: "\\"):
      let (scalar, length) = try escape(bytes, i, at: start)
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

/// Reads the escape whose backslash is at `i`; returns its scalar and its length.
private func escape(
  _ bytes: UnsafeRawBufferPointer, _ i: Int, at start: Int
) throws(JSONError) -> (Unicode.Scalar, Int) {
  guard i + 1 < bytes.count else { throw JSONError(reason: .unexpectedEnd, offset: start + i + 1) }
  switch bytes[i + 1] {
  case UInt8(ascii: "\""): return ("\"", 2)
  case UInt8(ascii: "\\"): return ("\\", 2)
  case UInt8(ascii: "/"): return ("/", 2)
  case UInt8(ascii: "b"): return ("\u{8}", 2)
  case UInt8(ascii: "f"): return ("\u{C}", 2)
  case UInt8(ascii: "n"): return ("\n", 2)
  case UInt8(ascii: "r"): return ("\r", 2)
  case UInt8(ascii: "t"): return ("\t", 2)
  case UInt8(ascii: "u"):
    let unit = try hexUnit(bytes, i + 2, at: start)
    if let scalar = Unicode.Scalar(unit) { return (scalar, 6) }
    guard unit < 0xDC00, i + 7 < bytes.count, bytes[i + 6] == UInt8(ascii: "\\"),
      bytes[i + 7] == UInt8(ascii: "u")
    else { throw JSONError(reason: .loneSurrogate, offset: start + i) }
    let low = try hexUnit(bytes, i + 8, at: start)
    guard (0xDC00...0xDFFF).contains(low) else {
      throw JSONError(reason: .loneSurrogate, offset: start + i)
    }
    return (UTF16.decode(UTF16.EncodedScalar([unit, low])), 12)
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
