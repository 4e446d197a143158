/// A catalogue's file and how it is read.
package struct CatalogFile: Sendable, Equatable {
  package var path: String
  package var layout: RecordLayout

  /// - Parameter layout: where it has no format, the name's ending says it, else the first bytes.
  package init(path: String, layout: RecordLayout = RecordLayout()) {
    self.path = path
    self.layout = layout
    self.layout.format = layout.format ?? FormatGuess.format(ofName: name)
  }

  /// The name without its folder.
  package var name: String { path.split(separator: "/").last.map(String.init) ?? path }
}
