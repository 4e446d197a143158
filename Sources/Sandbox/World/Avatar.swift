/// A picture of eight times eight points in one colour, in one of the formats that GitHub serves.
struct Avatar: Sendable {
  enum Format: String, Sendable, CaseIterable {
    case png = "image/png"
    case jpeg = "image/jpeg"
    case gif = "image/gif"
    case webP = "image/webp"
  }

  /// The colour, from the account's number.
  private let red, green, blue: UInt8
  let format: Format

  init(id: Int) {
    var random = SplitMix64(seed: 0x6176_6174, stream: id)
    let bits = random.next()
    (red, green, blue) = (UInt8(bits & 255), UInt8(bits >> 8 & 255), UInt8(bits >> 16 & 255))
    format = Format.allCases[id % Format.allCases.count]
  }

  var bytes: [UInt8] {
    switch format {
    case .png: png
    case .jpeg: jpeg
    case .gif: gif
    case .webP: webP
    }
  }

  /// Rows in a stored block of zlib (RFC 1950, RFC 1951).
  private var png: [UInt8] {
    let row = [0] + [[UInt8]](repeating: [red, green, blue], count: 8).joined()
    let rows = Array([[UInt8]](repeating: row, count: 8).joined())
    let (low, high) = rows.reduce((1, 0)) { sums, byte in
      let low = (sums.0 + Int(byte)) % 65_521
      return (low, (sums.1 + low) % 65_521)
    }
    let length = UInt16(rows.count)
    let data =
      [0x78, 0x01, 0x01] + length.bytes.reversed() + (~length).bytes.reversed() + rows
      + UInt32(high << 16 | low).bytes
    return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
      + chunk("IHDR", [0, 0, 0, 8, 0, 0, 0, 8, 8, 2, 0, 0, 0]) + chunk("IDAT", data)
      + chunk("IEND", [])
  }

  private func chunk(_ name: String, _ data: [UInt8]) -> [UInt8] {
    let body = name.utf8 + data
    let sum = body.reduce(UInt32.max) { sum, byte in
      (0..<8).reduce(sum ^ UInt32(byte)) { sum, _ in
        sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1
      }
    }
    return UInt32(data.count).bytes + body + (~sum).bytes
  }

  /// One block, whose only coefficient is its mean; grey.
  private var jpeg: [UInt8] {
    let table = [UInt8](repeating: 4, count: 64)
    func codes(_ kind: UInt8, _ symbol: UInt8) -> [UInt8] {
      [0xFF, 0xC4, 0, 20, kind, 1] + [UInt8](repeating: 0, count: 15) + [symbol]
    }
    let mean = 128 | green
    return [0xFF, 0xD8, 0xFF, 0xE0, 0, 16] + Array("JFIF\0".utf8) + [1, 1, 0, 0, 1, 0, 1, 0, 0]
      + [0xFF, 0xDB, 0, 67, 0] + table + [0xFF, 0xC0, 0, 11, 8, 0, 8, 0, 8, 1, 1, 0x11, 0]
      + codes(0x00, 8) + codes(0x10, 0) + [0xFF, 0xDA, 0, 8, 1, 1, 0, 0, 63, 0]
      + [mean >> 1, mean << 7 | 0x3F, 0xFF, 0xD9]
  }

  /// Points in codes of three bits; the table is cleared before codes would grow.
  private var gif: [UInt8] {
    var bits = Bits()
    for _ in 0..<32 { for code: UInt32 in [4, 0, 0] { bits.append(code, count: 3) } }
    bits.append(5, count: 3)
    return Array("GIF89a".utf8) + [8, 0, 8, 0, 0x80, 0, 0, red, green, blue, 0, 0, 0]
      + [0x2C, 0, 0, 0, 0, 8, 0, 8, 0, 0, 2, UInt8(bits.bytes.count)] + bits.bytes + [0, 0x3B]
  }

  /// Lossless, with codes of one symbol each, which take no bits of the points.
  private var webP: [UInt8] {
    var bits = Bits()
    bits.append(7, count: 14)
    bits.append(7, count: 14)
    bits.append(0, count: 7)
    for symbol in [green, red, blue, 255] {
      bits.append(0b101, count: 3)
      bits.append(UInt32(symbol), count: 8)
    }
    bits.append(0b0001, count: 4)
    var data: [UInt8] = [0x2F] + bits.bytes
    let length = UInt32(data.count)
    if data.count % 2 == 1 { data.append(0) }
    return Array("RIFF".utf8) + UInt32(12 + data.count).bytes.reversed() + Array("WEBPVP8L".utf8)
      + length.bytes.reversed() + data
  }
}

/// Bits that fill bytes from their low end.
private struct Bits {
  private(set) var bytes: [UInt8] = []
  private var count = 0

  mutating func append(_ value: UInt32, count bits: Int) {
    for bit in 0..<bits {
      if count % 8 == 0 { bytes.append(0) }
      bytes[bytes.count - 1] |= UInt8(value >> UInt32(bit) & 1) << UInt8(count % 8)
      count += 1
    }
  }
}

extension FixedWidthInteger {
  /// The highest byte first.
  fileprivate var bytes: [UInt8] { withUnsafeBytes(of: bigEndian) { Array($0) } }
}
