#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Converts bytes of one encoding to UTF-8, by the C library's iconv.
package struct EncodingConverter: ~Copyable {
  /// Where bytes stop to be of that encoding.
  package struct Malformed: Error, Equatable {
    /// In bytes from the start.
    package var offset: Int
  }

  private let descriptor: iconv_t

  /// Nil where the encoding is not known here.
  package init?(from name: String) {
    guard name.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "/") }),
      let descriptor = iconv_open("UTF-8", name), Int(bitPattern: descriptor) != -1
    else { return nil }
    self.descriptor = descriptor
  }

  deinit { iconv_close(descriptor) }

  /// Whether there is such an encoding here.
  package static func knows(_ name: String) -> Bool {
    guard EncodingConverter(from: name) != nil else { return false }
    return true
  }

  /// Converts all of `bytes`.
  package func convert(_ bytes: [UInt8]) -> Result<[UInt8], Malformed> {
    var input = bytes
    var output: [UInt8] = []
    output.reserveCapacity(bytes.count + bytes.count / 2)
    var offset = 0
    var code: Int32 = 0
    input.withUnsafeMutableBytes { source in
      withUnsafeTemporaryAllocation(byteCount: 1 << 16, alignment: 1) { room in
        while offset < source.count {
          var from = source.baseAddress.map { ($0 + offset).assumingMemoryBound(to: CChar.self) }
          var left = source.count - offset
          var to = room.baseAddress.map { $0.assumingMemoryBound(to: CChar.self) }
          var free = room.count
          let status = iconv(descriptor, &from, &left, &to, &free)
          offset = source.count - left
          output.append(contentsOf: room[..<(room.count - free)])
          guard status == -1 else {
            continue
          }
          code = errno
          if code != E2BIG { return }
        }
        code = 0
      }
    }
    guard code == 0 || code == E2BIG else { return .failure(Malformed(offset: offset)) }
    return .success(output)
  }
}
