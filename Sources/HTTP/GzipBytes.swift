/// Unpacks gzip that is in memory; nil where it is cut or broken, or larger than that unpacked.
package func gunzip(_ bytes: [UInt8], maximumBytes: Int) -> [UInt8]? {
  guard let stream = Gunzip() else { return nil }
  var unpacked: [UInt8] = []
  let isGzip = bytes.withUnsafeBufferPointer { bytes in
    stream.unpack(bytes) { piece in
      unpacked.append(contentsOf: piece)
      return unpacked.count <= maximumBytes
    }
  }
  return isGzip && stream.isComplete && unpacked.count <= maximumBytes ? unpacked : nil
}
