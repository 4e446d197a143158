import Explorer

/// A catalogue's file and how it is read.
package struct CatalogFile: Sendable, Equatable {
  package var path: String
  package var form: FileForm
  /// The path of the array in a JSON file; empty where the whole is the array.
  package var items: [String]

  /// - Parameter form: nil goes by the name's ending; JSON where that says nothing.
  package init(path: String, form: FileForm? = nil, items: [String] = []) {
    self.path = path
    self.items = items
    self.form = form ?? Self.form(of: path)
  }

  /// The name without its folder.
  var name: String { path.split(separator: "/").last.map(String.init) ?? path }

  private static func form(of path: String) -> FileForm {
    switch path.split(separator: ".").last?.lowercased() {
    case "ndjson", "jsonl": .ndjson
    case "csv": .csv
    case "tsv", "tab": .tsv
    default: .json
    }
  }
}
