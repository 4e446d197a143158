import System

/// Pictures that were had, by address; each has a note beside it of what is known of it.
package struct AvatarFiles: Sendable {
  /// A picture that is kept.
  struct Kept: Sendable, Equatable {
    var path: String
    /// As the server wrote it; empty where it named none.
    var etag: String
    /// When its server said last that it is this one, in seconds since 1970.
    var confirmedAt: Int64
  }

  private let folder: CacheFolder

  /// How much all of them may take, in bytes.
  package static let maximumBytes = 50_000_000
  private static let longestName = 200
  private static let largestNote = 1024

  package init(_ folder: CacheFolder) { self.folder = folder }

  /// Nil where the picture is not there, or its address is too long for a file's name.
  func kept(_ url: String) -> Kept? {
    guard let name = Self.name(url),
      let note = folder.read(Self.note(name), limit: Self.largestNote)
    else { return nil }
    let lines = String(decoding: note, as: UTF8.self).split(
      separator: "\n", omittingEmptySubsequences: false)
    guard lines.count == 3, let format = ImageFormat(rawValue: String(lines[0])),
      let confirmedAt = Int64(lines[1]), folder.has(Self.picture(name, format))
    else { return nil }
    folder.noteUse(of: Self.note(name))
    folder.noteUse(of: Self.picture(name, format))
    return Kept(
      path: folder.path(of: Self.picture(name, format)), etag: String(lines[2]),
      confirmedAt: confirmedAt)
  }

  /// Keeps a picture, and returns its path.
  func keep(
    _ bytes: [UInt8], _ format: ImageFormat, etag: String, for url: String, at time: Int64
  ) throws(SystemError) -> String {
    guard let name = Self.name(url) else { throw .nameTooLong }
    try folder.replace(Self.picture(name, format), with: bytes)
    try note(format.rawValue, etag, at: time, in: name)
    return folder.path(of: Self.picture(name, format))
  }

  /// Notes that the server has confirmed what is kept.
  func confirm(_ kept: Kept, for url: String, at time: Int64) {
    guard let name = Self.name(url), let dot = kept.path.lastIndex(of: ".") else { return }
    try? note(String(kept.path[dot...].dropFirst()), kept.etag, at: time, in: name)
  }

  private func note(
    _ format: String, _ etag: String, at time: Int64, in name: String
  ) throws(SystemError) {
    let isShort = etag.utf8.count < Self.largestNote / 2 && !etag.contains("\n")
    let lines = "\(format)\n\(time)\n\(isShort ? etag : "")"
    try folder.replace(Self.note(name), with: Array(lines.utf8))
  }

  /// The address in letters, digits, dots and dashes; all else as `_` and two digits.
  private static func name(_ url: String) -> String? {
    let parts = url.utf8.map { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"):
        String(UnicodeScalar(byte))
      default: (byte < 16 ? "_0" : "_") + String(byte, radix: 16)
      }
    }
    let name = parts.joined()
    return name.utf8.count <= longestName ? name : nil
  }

  private static func note(_ name: String) -> String { "\(name).note" }

  private static func picture(_ name: String, _ format: ImageFormat) -> String {
    "\(name).\(format.rawValue)"
  }
}
