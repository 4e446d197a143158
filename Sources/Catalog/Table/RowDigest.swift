/// A number that is the same for the same bytes, today and tomorrow; other bytes rarely have it.
package func stableDigest(_ bytes: some Sequence<UInt8>) -> UInt64 {
  let digest = bytes.withContiguousStorageIfAvailable { stableDigest(UnsafeRawBufferPointer($0)) }
  return digest ?? Array(bytes).withUnsafeBytes { stableDigest($0) }
}

/// The same for bytes in memory, eight at a time.
func stableDigest(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
  var digest = 0x9E37_79B9_7F4A_7C15 ^ UInt64(bytes.count)
  func take(_ word: UInt64) {
    digest = (digest ^ word) &* 0x9FB2_1C65_1E98_DF25
    digest ^= digest >> 32
  }
  var i = 0
  while i + 8 <= bytes.count {
    take(UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: i, as: UInt64.self)))
    i += 8
  }
  while i < bytes.count {
    take(UInt64(bytes[i]))
    i += 1
  }
  return digest
}

/// Finds those that come again among many digests, in little room.
struct Repeats {
  /// Bits for each digest in the sieves.
  private static let sparseness = 16

  /// For each row whose digest an earlier row has too, which one of them it is, from 2 on.
  ///
  /// - Parameter digest: asked twice for each row.
  static func find(_ count: Int, _ digest: (Int) -> UInt64) -> [UInt32: UInt32] {
    guard count > 1 else { return [:] }
    var seen = Sieve(capacity: count * sparseness)
    var again = Sieve(capacity: count)
    var counts: [UInt64: UInt32] = [:]
    for row in 0..<count {
      let digest = digest(row)
      guard seen.contains(digest) else {
        seen.insert(digest)
        continue
      }
      again.insert(digest)
      counts[digest] = 0
    }
    guard !counts.isEmpty else { return [:] }
    var repeats: [UInt32: UInt32] = [:]
    for row in 0..<count {
      let digest = digest(row)
      guard again.contains(digest), let before = counts[digest] else { continue }
      counts[digest] = before + 1
      if before > 0 { repeats[UInt32(row)] = before + 1 }
    }
    return repeats
  }

  /// A set that may take one digest for another.
  private struct Sieve {
    private var words: [UInt64]
    private let shift: UInt64

    init(capacity: Int) {
      let bits = max(6, UInt64(Int.bitWidth - max(1, capacity - 1).leadingZeroBitCount))
      shift = 64 - bits
      words = [UInt64](repeating: 0, count: 1 << Int(bits - 6))
    }

    func contains(_ digest: UInt64) -> Bool {
      let bit = digest >> shift
      return words[Int(bit >> 6)] & (1 << (bit & 63)) != 0
    }

    mutating func insert(_ digest: UInt64) {
      let bit = digest >> shift
      words[Int(bit >> 6)] |= 1 << (bit & 63)
    }
  }
}
