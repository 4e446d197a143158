/// Where bytes stop to be well-formed UTF-8; nil where they are so to the end.
func firstMalformedUTF8(_ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) -> Int? {
  var i = range.lowerBound
  let end = range.upperBound
  let raw = UnsafeRawBufferPointer(bytes)
  while i < end {
    while i + 8 <= end,
      raw.loadUnaligned(fromByteOffset: i, as: UInt64.self) & 0x8080_8080_8080_8080 == 0
    {
      i += 8
    }
    guard i < end else { break }
    let length = sequenceLength(bytes, i, end)
    guard length > 0 else { return i }
    i += length
  }
  return nil
}

/// The length of the sequence at `i` (Unicode, table 3-7); 0 where there is none.
private func sequenceLength(_ bytes: UnsafeBufferPointer<UInt8>, _ i: Int, _ end: Int) -> Int {
  let lead = bytes[i]
  let length: Int
  var second: ClosedRange<UInt8> = 0x80...0xBF
  switch lead {
  case 0..<0x80: return 1
  case 0xC2...0xDF: length = 2
  case 0xE0: (length, second) = (3, 0xA0...0xBF)
  case 0xED: (length, second) = (3, 0x80...0x9F)
  case 0xE1...0xEF: length = 3
  case 0xF0: (length, second) = (4, 0x90...0xBF)
  case 0xF4: (length, second) = (4, 0x80...0x8F)
  case 0xF1...0xF3: length = 4
  default: return 0
  }
  guard i + length <= end, second.contains(bytes[i + 1]) else { return 0 }
  for j in i + 2..<max(i + length, i + 2) where bytes[j] & 0xC0 != 0x80 { return 0 }
  return length
}
