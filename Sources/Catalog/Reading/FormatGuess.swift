/// Which format bytes are in, by the first of them.
package enum FormatGuess {
  /// JSON where it begins like that, whatever stands before it; else a table.
  package static func format(_ text: [UInt8], from start: Int) -> RecordFormat {
    let head = text[start...].drop { $0 == 0x20 || $0 == 0x0A || $0 == 0x0D || $0 == 0x09 }
    let prefixes = ["{", "[", "\u{1E}", ")]}'", "//", "/*", "while(", "for(", "&&&"]
    return prefixes.contains { head.starts(with: $0.utf8) } ? .json : .csv
  }

  /// Whether it begins as HTML and XML do, which is no JSON.
  static func isMarkup(_ text: [UInt8], from start: Int) -> Bool {
    text[start...].first { $0 > 0x20 } == UInt8(ascii: "<")
  }

  /// By the ending of a name, that of a packed file before `.gz`; nil where it says nothing.
  package static func format(ofName name: String) -> RecordFormat? {
    var parts = name.lowercased().split(separator: ".").dropFirst()[...]
    if parts.last == "gz" { parts = parts.dropLast() }
    switch parts.last {
    case "json", "geojson", "jsonc", "json5", "topojson", "har", "webmanifest": return .json
    case "ndjson", "jsonl", "json-seq": return .ndjson
    case "csv": return .csv
    case "tsv", "tab": return .tsv
    default: return nil
    }
  }
}
