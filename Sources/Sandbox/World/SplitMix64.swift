/// A small seeded generator (Steele, Lea and Flood 2014): the same seed, the same numbers.
struct SplitMix64: RandomNumberGenerator, Sendable, Equatable {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  /// A stream of its own for each `stream` of a seed.
  init(seed: UInt64, stream: Int) {
    let spread = UInt64(truncatingIfNeeded: stream) &* 0xD134_2543_DE82_EF95
    var mixer = SplitMix64(seed: seed ^ spread)
    state = mixer.next()
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  /// A number from 0 up to, not including, `bound`; 0 where there is no such number.
  mutating func below(_ bound: Int) -> Int {
    guard bound > 0 else { return 0 }
    return Int(next().multipliedFullWidth(by: UInt64(bound)).high)
  }

  /// A number from 0 up to, not including, 1.
  mutating func unit() -> Double { Double(next() >> 11) * 0x1p-53 }

  /// Whether something that happens `percent` times in a hundred happens now.
  mutating func chance(_ percent: Int) -> Bool { below(100) < percent }

  /// One of `values`, which must not be empty.
  mutating func pick<T>(_ values: [T]) -> T { values[below(values.count)] }

  /// A number below `bound` that is mostly small.
  mutating func skewed(below bound: Int) -> Int {
    let draw = unit()
    return Int(Double(bound) * draw * draw * draw)
  }
}
