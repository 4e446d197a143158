import JSON

/// Puts columns side by side: `{"name": ["a", "b"], "size": [1, 2]}` is two records.
struct ColumnZip {
  private let bytes: UnsafeBufferPointer<UInt8>
  private let zip: RecordLayout.Zip

  init(_ bytes: UnsafeBufferPointer<UInt8>, _ zip: RecordLayout.Zip) {
    (self.bytes, self.zip) = (bytes, zip)
  }

  /// One column: its name, and its cells by their keys where it is an object, else by their number.
  private struct Column {
    var name: [UInt8]
    var cells: [Range<Int>]
    var keys: [Range<Int>]
  }

  /// An array of records, made of objects of columns.
  func rows(_ tables: [Range<Int>]) -> [UInt8] {
    var text: [UInt8] = [UInt8(ascii: "[")]
    for table in tables { append(columns(of: table), to: &text) }
    text.append(UInt8(ascii: "]"))
    return text
  }

  private func columns(of table: Range<Int>) -> [Column] {
    bytes.members(of: table).filter { isWanted($0.key) }.compactMap { member in
      let name = Array(bytes[member.key.lowerBound - 1..<member.key.upperBound + 1])
      switch bytes[member.value.lowerBound] {
      case UInt8(ascii: "["):
        return Column(name: name, cells: bytes.elements(of: member.value), keys: [])
      case UInt8(ascii: "{"):
        let cells = bytes.members(of: member.value)
        return Column(name: name, cells: cells.map(\.value), keys: cells.map(\.key))
      default: return nil
      }
    }
  }

  private func isWanted(_ key: Range<Int>) -> Bool {
    switch zip {
    case .all: true
    case .named(let names): names.contains { isName(key, $0, bytes) }
    }
  }

  private func append(_ columns: [Column], to text: inout [UInt8]) {
    let keys = columns.first { !$0.keys.isEmpty }?.keys ?? []
    let places = columns.map { column in
      Dictionary(
        Swift.zip(column.keys.map { Array(bytes[$0]) }, column.cells), uniquingKeysWith: { $1 })
    }
    let count = keys.isEmpty ? columns.map(\.cells.count).max() ?? 0 : keys.count
    for row in 0..<count {
      if text.count > 1 { text.append(UInt8(ascii: ",")) }
      text.append(UInt8(ascii: "{"))
      var isFirst = true
      for (column, byKey) in Swift.zip(columns, places) {
        let cell =
          column.keys.isEmpty
          ? (row < column.cells.count ? column.cells[row] : nil)
          : (row < keys.count ? byKey[Array(bytes[keys[row]])] : nil)
        guard let cell else { continue }
        if !isFirst { text.append(UInt8(ascii: ",")) }
        isFirst = false
        text += column.name + [UInt8(ascii: ":")] + bytes[cell]
      }
      text.append(UInt8(ascii: "}"))
    }
  }
}
