/// Returns `bytes` as a gzip stream that is stored, not compressed.
func gzipped(_ bytes: [UInt8]) -> [UInt8] {
  precondition(bytes.count <= 0xFFFF)
  let length = UInt16(bytes.count)
  return gzipHead + [1] + littleEndian(length) + littleEndian(~length) + bytes
    + littleEndian(crc32(bytes)) + littleEndian(UInt32(bytes.count))
}

/// Returns the beginning of a gzip stream that unpacks to `count` zeros or some more, about 160 times
/// its own size; its end is missing.
func gzipBomb(of count: Int) -> [UInt8] {
  var bits = BitWriter()
  bits.write(0b011, count: 3)  // the last block, fixed codes
  bits.writeCode(0b0011_0000, count: 8)  // a zero
  for _ in 0...(count / 258) {
    bits.writeCode(0b1100_0101, count: 8)  // the same again, 258 times …
    bits.writeCode(0, count: 5)  // … from one byte back
  }
  return gzipHead + bits.bytes
}

private let gzipHead: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 0xFF]

private func littleEndian<T: FixedWidthInteger>(_ value: T) -> [UInt8] {
  (0..<(T.bitWidth / 8)).map { UInt8(truncatingIfNeeded: value >> T($0 * 8)) }
}

private func crc32(_ bytes: [UInt8]) -> UInt32 {
  ~bytes.reduce(~0) { sum, byte in
    (0..<8).reduce(sum ^ UInt32(byte)) { sum, _ in sum >> 1 ^ (sum & 1 == 1 ? 0xEDB8_8320 : 0) }
  }
}

/// Packs bits as deflate does: numbers from the lowest bit on, codes from the highest.
private struct BitWriter {
  private(set) var bytes: [UInt8] = []
  private var used = 8

  mutating func write(_ value: Int, count: Int) {
    for bit in 0..<count { append(UInt8(value >> bit & 1)) }
  }

  mutating func writeCode(_ code: Int, count: Int) {
    for bit in (0..<count).reversed() { append(UInt8(code >> bit & 1)) }
  }

  private mutating func append(_ bit: UInt8) {
    if used == 8 {
      bytes.append(0)
      used = 0
    }
    bytes[bytes.count - 1] |= bit << used
    used += 1
  }
}
