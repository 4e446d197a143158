/// What pictures of accounts come as, by their first bytes; the raw values end the names of files.
package enum ImageFormat: String, Sendable, CaseIterable {
  case png, jpeg = "jpg", gif, webP = "webp"

  /// Nil for what is no picture, whatever its server calls it.
  package init?(_ bytes: [UInt8]) {
    func begins(_ start: [UInt8], at offset: Int = 0) -> Bool {
      bytes.dropFirst(offset).starts(with: start)
    }
    if begins([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
      self = .png
    } else if begins([0xFF, 0xD8, 0xFF]) {
      self = .jpeg
    } else if begins(Array("GIF87a".utf8)) || begins(Array("GIF89a".utf8)) {
      self = .gif
    } else if begins(Array("RIFF".utf8)), begins(Array("WEBP".utf8), at: 8) {
      self = .webP
    } else {
      return nil
    }
  }
}
