// Looking at eight bytes at a time.

extension UnsafeRawBufferPointer {
  /// The first place from `start` on of a byte that a JSON string cannot hold as it is: a quote, a
  /// backslash, a control character; `count` where there is none.
  ///
  /// - Parameter seen: takes all bytes before that place, or-ed together eight at a time, so that its
  ///   high bits tell whether any is not ASCII.
  @inline(__always)
  func firstSpecial(from start: Int, seen: inout UInt64) -> Int {
    var i = start
    while i + 8 <= count {
      let word = UInt64(littleEndian: loadUnaligned(fromByteOffset: i, as: UInt64.self))
      let special = specialBits(word)
      guard special == 0 else {
        let place = special.trailingZeroBitCount / 8
        seen |= word & (1 << UInt64(8 * place) - 1)
        return i + place
      }
      seen |= word
      i += 8
    }
    while i < count {
      let byte = self[i]
      if byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { return i }
      seen |= UInt64(byte)
      i += 1
    }
    return count
  }
}

let highBits: UInt64 = 0x8080_8080_8080_8080
private let lowBits: UInt64 = 0x0101_0101_0101_0101

/// The high bits of those of eight bytes that are below 0x20, a quote or a backslash.
///
/// The lowest bit is exact; one above it may be a byte too many, since subtractions borrow upwards.
@inline(__always)
private func specialBits(_ word: UInt64) -> UInt64 {
  let control = word &- lowBits &* 0x20
  let quote = (word ^ lowBits &* 0x22) &- lowBits
  let backslash = (word ^ lowBits &* 0x5C) &- lowBits
  return (control | quote | backslash) & highBits & ~word
}

/// Whether two runs of bytes are the same.
@inline(__always)
package func areSame(_ a: UnsafeRawBufferPointer, _ b: StaticString) -> Bool {
  guard a.count == b.utf8CodeUnitCount else { return false }
  for i in 0..<a.count where a[i] != b.utf8Start[i] { return false }
  return true
}
