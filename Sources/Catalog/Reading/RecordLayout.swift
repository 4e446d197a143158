/// The formats in which records are written.
package enum RecordFormat: String, Sendable, CaseIterable { case json, ndjson, csv, tsv }

/// How records are written: the format, the encoding, and where in the text they are.
package struct RecordLayout: Sendable, Equatable {
  /// Which columns are put side by side.
  package enum Zip: Sendable, Equatable {
    case all
    case named([String])
  }

  /// Nil goes by the first bytes.
  package var format: RecordFormat?
  /// A name that iconv knows; nil goes by the byte order mark and takes UTF-8 where there is none.
  package var encoding: String?
  /// Where the records are in JSON.
  package var items = ItemsPath()
  /// The names of cells, where rows are arrays or a table has no line of names.
  package var columns: [String] = []
  /// Where the value at `items` is columns instead of rows.
  package var zip: Zip?
  /// Nil is guessed.
  package var separator: UInt8?
  /// Lines that begin with it are passed over.
  package var comment: String?
  /// How many lines of a table, or rows of a JSON array, are passed over first.
  package var skip = 0

  package init(format: RecordFormat? = nil, items: ItemsPath = ItemsPath()) {
    (self.format, self.items) = (format, items)
  }
}

/// A path to records: names, positions (`0`, `-1` for the last) and `*` for all there are.
package struct ItemsPath: Sendable, Equatable, CustomStringConvertible {
  package let segments: [String]

  /// Reads `data.items` or `*.emojis`; the empty path is the whole.
  package init(_ text: String = "") {
    segments = text.split(separator: ".").map(String.init)
  }

  package var description: String { segments.joined(separator: ".") }

  var hasWildcard: Bool { segments.contains("*") }
}
