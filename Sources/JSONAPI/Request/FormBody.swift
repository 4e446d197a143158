import URLs

/// A body as forms are sent: `name=value&…`, percent-encoded.
package struct FormBody: Sendable, Equatable {
  private let names: [String]
  let texts: [RequestTemplate]

  package init(_ fields: [(name: String, text: RequestTemplate)]) {
    (names, texts) = (fields.map(\.name), fields.map(\.text))
  }

  /// A field that is nothing but `{cursor}` is left out for as long as there is none.
  func filled(_ values: PlaceholderValues) -> String {
    zip(names, texts).filter { values.cursor != nil || $1.onlyPlaceholder != .cursor }
      .map { name, text in
        URLEncoding.queryValue(name) + "="
          + URLEncoding.queryValue(text.filled(values))
      }.joined(separator: "&")
  }
}
