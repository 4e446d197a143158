import CCurl

/// Unpacks a gzip stream piece by piece, and knows whether it came to its end.
final class Gunzip {
  private enum Progress { case untouched, insideMember, betweenMembers, pastTheEnd }

  // Owned here alone: allocated in `init`, freed in `deinit`; zlib keeps a pointer back to it, so it
  // must not move.
  private let stream: UnsafeMutablePointer<z_stream>
  private var progress = Progress.untouched

  /// Returns nil where there is no memory left.
  init?() {
    stream = .allocate(capacity: 1)
    stream.initialize(to: z_stream())
    // 15 is the largest window, 16 asks for the gzip wrapper with its checksum.
    let status = inflateInit2_(stream, 15 + 16, "1.2.11", Int32(MemoryLayout<z_stream>.size))
    guard status == Z_OK else { return nil }
  }

  deinit {
    inflateEnd(stream)
    stream.deallocate()
  }

  /// Whether nothing is missing: there was no body at all, or its last member is whole.
  var isComplete: Bool { progress != .insideMember }

  /// Hands what `input` unpacks to `sink`, in pieces, until `sink` returns false.
  ///
  /// Returns false where the input is no gzip. Further members are unpacked too; other bytes behind
  /// the last one are passed over, as gzip(1) does.
  func unpack(
    _ input: UnsafeBufferPointer<UInt8>, into sink: (UnsafeBufferPointer<UInt8>) -> Bool
  ) -> Bool {
    stream.pointee.next_in = input.baseAddress
    stream.pointee.avail_in = UInt32(input.count)
    return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 1 << 15) { output in
      while stream.pointee.avail_in > 0 || stream.pointee.avail_out == 0 {
        if !enterMember() { return true }
        stream.pointee.next_out = output.baseAddress
        stream.pointee.avail_out = UInt32(output.count)
        let status = inflate(stream, Int32(Z_NO_FLUSH))
        guard status == Z_OK || status == Z_STREAM_END || status == Z_BUF_ERROR else {
          return false
        }
        let unpacked = output.count - Int(stream.pointee.avail_out)
        if !sink(UnsafeBufferPointer(rebasing: output[..<unpacked])) { return true }
        if status == Z_STREAM_END {
          progress = .betweenMembers
          stream.pointee.avail_out = 1
        } else if status == Z_BUF_ERROR {
          return true
        }
      }
      return true
    }
  }

  /// Makes ready for the next byte; false where nothing of what follows is to be unpacked.
  private func enterMember() -> Bool {
    switch progress {
    case .insideMember: return true
    case .untouched: progress = .insideMember
    case .pastTheEnd: return false
    case .betweenMembers:
      guard stream.pointee.next_in.pointee == 0x1F else {
        progress = .pastTheEnd
        return false
      }
      inflateReset(stream)
      progress = .insideMember
    }
    return true
  }
}
