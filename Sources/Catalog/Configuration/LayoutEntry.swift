import JSON
import System

extension EntryReader {
  /// How the records of an entry of either type are written.
  package func layout() throws(EntryFault) -> RecordLayout {
    var layout = RecordLayout(
      format: try word("format", as: RecordFormat.self), items: ItemsPath(try text("items") ?? ""))
    layout.encoding = try text("encoding")
    if let encoding = layout.encoding, !EncodingConverter.knows(encoding) {
      throw fault("encoding", "an encoding that iconv knows, such as \"CP949\" or \"latin1\"")
    }
    layout.columns = try texts("columns")
    layout.zip = try zip()
    layout.separator = try separator()
    layout.comment = try text("comment")
    layout.skip = try integer("skip", in: 0...1_000_000) ?? 0
    return layout
  }

  private func zip() throws(EntryFault) -> RecordLayout.Zip? {
    switch self["zip"] {
    case nil, .bool(false)?: return nil
    case .bool(true)?: return .all
    case .array?: return .named(try texts("zip"))
    default: throw fault("zip", "true, or an array of strings")
    }
  }

  private func separator() throws(EntryFault) -> UInt8? {
    guard let text = try text("separator") else { return nil }
    if text == "\\t" || text == "tab" { return UInt8(ascii: "\t") }
    guard text.utf8.count == 1, let byte = text.utf8.first, byte < 0x80, byte != 0x0A, byte != 0x0D,
      byte != UInt8(ascii: "\"")
    else { throw fault("separator", "one ASCII character") }
    return byte
  }
}
