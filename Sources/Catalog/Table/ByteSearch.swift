/// Where `needle` is first found from `start` on, before `end`; nil where it is not.
///
/// Sixteen places at a time are checked for the needle's first and last byte together; only where
/// both are right is the rest looked at.
func find(
  _ needle: UnsafeBufferPointer<UInt8>, in bytes: UnsafeBufferPointer<UInt8>, from start: Int,
  to end: Int
) -> Int? {
  let length = needle.count
  guard length > 0, start >= 0, end <= bytes.count else { return nil }
  let raw = UnsafeRawBufferPointer(bytes)
  let lastOffset = length - 1
  let first = SIMD16<UInt8>(repeating: needle[0])
  let last = SIMD16<UInt8>(repeating: needle[lastOffset])
  var i = start
  while i + lastOffset + 16 <= end {
    let begins = raw.loadUnaligned(fromByteOffset: i, as: SIMD16<UInt8>.self) .== first
    let ends = raw.loadUnaligned(fromByteOffset: i + lastOffset, as: SIMD16<UInt8>.self) .== last
    let lanes = unsafeBitCast(begins .& ends, to: SIMD2<UInt64>.self)
    if lanes[0] | lanes[1] != 0 {
      for half in 0..<2 {
        var bits = lanes[half]
        while bits != 0 {
          let lane = bits.trailingZeroBitCount / 8
          let place = i + half * 8 + lane
          if isEqual(needle, bytes, place) { return place }
          bits &= ~(0xFF << UInt64(lane * 8))
        }
      }
    }
    i += 16
  }
  while i + length <= end {
    if bytes[i] == needle[0], isEqual(needle, bytes, i) { return i }
    i += 1
  }
  return nil
}

@inline(__always)
private func isEqual(
  _ needle: UnsafeBufferPointer<UInt8>, _ bytes: UnsafeBufferPointer<UInt8>, _ place: Int
) -> Bool {
  var i = 1
  while i < needle.count {
    if bytes[place + i] != needle[i] { return false }
    i += 1
  }
  return true
}
