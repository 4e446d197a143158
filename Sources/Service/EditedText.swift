import Documents
import JSON

/// A text that may hold half a surrogate pair while the other half is still to come.
///
/// Some editors that count in UTF-16 send a character beyond U+FFFF as two insertions.
struct EditedText: Sendable {
  /// The text, with U+FFFD for each half.
  private(set) var string: String
  /// The text in UTF-16; nil where it has no half, which is nearly always.
  private var units: [UInt16]?

  init(_ string: String = "") { self.string = string }

  /// Nil where the value is no string.
  init?(_ value: JSONValue) {
    guard let string = value.stringValue else { return nil }
    self.string = string
    if case .brokenString(let units) = value { self.units = units }
  }

  /// The text as it can be counted in that encoding: only UTF-16 counts halves.
  func counted(in encoding: PositionEncoding) -> EditedText {
    encoding == .utf16 ? self : EditedText(string)
  }

  /// Puts `new` in the place of what lies between two offsets, counted in that encoding.
  ///
  /// - Throws: where they are out of order, out of range or inside a character; nothing changes then.
  mutating func replace(
    from start: Int, to end: Int, with new: EditedText, _ encoding: PositionEncoding
  ) throws(InvalidParams) {
    guard start <= end else {
      throw InvalidParams(member: "start", expected: "at most `end`, \(end)", found: String(start))
    }
    let new = new.counted(in: encoding)
    if encoding == .utf16, units != nil || new.units != nil {
      try replaceUnits(from: start, to: end, with: new)
      return
    }
    guard let lower = encoding.index(at: start, in: string) else { throw noPlace("start", start) }
    guard let upper = encoding.index(at: end, in: string) else { throw noPlace("end", end) }
    let scalars = string.unicodeScalars
    var edited = String(Substring(scalars[..<lower]))
    edited += new.string
    edited += Substring(scalars[upper...])
    string = edited
  }

  private mutating func replaceUnits(
    from start: Int, to end: Int, with new: EditedText
  ) throws(InvalidParams) {
    var edited = units ?? Array(string.utf16)
    guard isPlace(start, in: edited) else { throw noPlace("start", start) }
    guard isPlace(end, in: edited) else { throw noPlace("end", end) }
    edited.replaceSubrange(start..<end, with: new.units ?? Array(new.string.utf16))
    string = String(decoding: edited, as: UTF16.self)
    // What was repaired on the way differs.
    units = string.utf16.elementsEqual(edited) ? nil : edited
  }

  /// Whether an offset is in the text and not inside a pair.
  private func isPlace(_ offset: Int, in units: [UInt16]) -> Bool {
    guard (0...units.count).contains(offset) else { return false }
    guard offset > 0, offset < units.count else { return true }
    return !(UTF16.isLeadSurrogate(units[offset - 1]) && UTF16.isTrailSurrogate(units[offset]))
  }

  private func noPlace(_ member: String, _ offset: Int) -> InvalidParams {
    InvalidParams(
      member: member, expected: "a place in the text, between two characters",
      found: String(offset))
  }
}
