import Matching

/// The folded search fields of all rows, one behind the other in one buffer.
///
/// Every field is between two `FoldedText.fieldEnd`; a row may be empty.
struct FoldedColumn: Sendable {
  private(set) var bytes: [UInt8] = [0x0A]
  /// Where each row ends; it begins where the one before ends.
  private(set) var ends: [UInt32] = []

  /// Appends a row; false where the buffer would outgrow its offsets.
  mutating func append(_ row: [UInt8]) -> Bool {
    guard bytes.count + row.count < Int(UInt32.max) else { return false }
    bytes.append(contentsOf: row)
    ends.append(UInt32(bytes.count))
    return true
  }
}
