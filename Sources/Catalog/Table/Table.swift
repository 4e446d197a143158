import Explorer
import JSON
import Matching

/// All rows of a catalogue, flat: the bytes they came in, where each lies, and what is searched.
///
/// An item is built only when its page is asked for.
package struct Table: Sendable {
  /// How the bytes of a row are read.
  enum RowForm: Sendable, Equatable {
    case json
    /// Cells in the order of these names.
    case cells(names: [String], separator: UInt8)
  }

  /// More rows than this have no room in a hit.
  static let maximumRows = 1 << 30

  var bytes: [UInt8]
  var form: RowForm
  var starts: [UInt32] = []
  var ends: [UInt32] = []
  /// Without diacritics.
  var plain = FoldedColumn()
  /// With diacritics; empty rows where that is the same, no rows where it is so everywhere.
  var marked = FoldedColumn()
  /// The keys of the groups, in their order; empty where the source has none.
  var groups: [String] = []
  /// Positions in `groups`; no rows where there are none.
  var groupOfRow: [UInt32] = []
  /// How many rows could not be used, and where the first of them is.
  package var malformed = Malformed()

  /// How many rows have fewer or more cells than there are columns, and where the first of them is.
  var ragged = Ragged()
  /// Of rows that are the same as an earlier one, which of them they are, from 2 on.
  var repeats: [UInt32: UInt32] = [:]
  /// The last line is no row and has no line end: it may still be being written.
  var isCut = false

  struct Ragged: Sendable, Equatable {
    var short = 0
    var long = 0
    var firstOffset: Int?
  }

  package struct Malformed: Sendable, Equatable {
    package var count = 0
    /// How many of them are records, but without a label.
    package var unlabelled = 0
    var firstOffset: Int?

    mutating func note(_ offset: Int) {
      count += 1
      firstOffset = firstOffset ?? offset
    }
  }

  package var count: Int { starts.count }

  /// What a row is known by, where no key says it.
  func digest(_ row: Int) -> UInt64 {
    bytes.withUnsafeBytes { bytes in
      stableDigest(UnsafeRawBufferPointer(rebasing: bytes[Int(starts[row])..<Int(ends[row])]))
    }
  }

  /// The record of a row as it is written there.
  package func record(_ row: Int) -> JSONValue {
    record(in: Int(starts[row])..<Int(ends[row]))
  }

  /// The record that lies there.
  func record(in range: Range<Int>) -> JSONValue {
    switch form {
    case .json: return (try? JSONValue(parsing: bytes[range])) ?? .null
    case .cells(let names, let separator):
      return bytes.withUnsafeBufferPointer { bytes in
        var line = CellReader(bytes, range, separator: separator)
        return line.record(names)
      }
    }
  }

  /// Line and column, counted from 1, of a place in a text.
  package static func place(_ offset: Int, in bytes: [UInt8]) -> String {
    let before = bytes[..<min(offset, bytes.count)]
    let line = before.count { $0 == UInt8(ascii: "\n") } + 1
    let lineStart = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    let column =
      String(decoding: before[lineStart...].suffix(4096), as: UTF8.self)
      .unicodeScalars.count + max(0, before.count - lineStart - 4096) + 1
    return "line \(line), column \(column)"
  }
}
