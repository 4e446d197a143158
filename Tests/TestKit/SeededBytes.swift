import Explorer

extension SplitMix64 {
  /// A whole number from 0 up to, not including, `bound`.
  package mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(bound)) }

  /// True in `share` percent of the calls.
  package mutating func chance(_ share: Int) -> Bool { below(100) < share }

  /// One of them; they must not be none.
  package mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[below(elements.count)]
  }

  /// `bytes` with one to four small damages: a byte changed, put in, taken out, a stretch repeated or
  /// lost, the end cut off.
  package mutating func damaged(_ bytes: [UInt8]) -> [UInt8] {
    var bytes = bytes
    for _ in 0..<1 + below(4) where !bytes.isEmpty {
      let place = below(bytes.count)
      switch below(7) {
      case 0: bytes[place] = UInt8(truncatingIfNeeded: next())
      case 1: bytes[place] ^= 1 << UInt8(below(8))
      case 2: bytes.insert(UInt8(truncatingIfNeeded: next()), at: place)
      case 3: bytes.insert(pick(Array("{}[]\",:\\ue\r\n-0.".utf8)), at: place)
      case 4: bytes.remove(at: place)
      case 5:
        let end = min(bytes.count, place + 1 + below(8))
        bytes.insert(contentsOf: bytes[place..<end], at: place)
      default:
        if below(4) == 0 {
          bytes.removeSubrange(place...)
        } else {
          bytes.removeSubrange(place..<min(bytes.count, place + 1 + below(8)))
        }
      }
    }
    return bytes
  }

  /// `bytes` in pieces of random length, some of them empty.
  package mutating func chunks(_ bytes: [UInt8], upTo longest: Int = 40) -> [ArraySlice<UInt8>] {
    var chunks: [ArraySlice<UInt8>] = []
    var start = 0
    while start < bytes.count {
      let end = min(bytes.count, start + below(longest + 1))
      chunks.append(bytes[start..<end])
      start = end
    }
    return chunks
  }
}
