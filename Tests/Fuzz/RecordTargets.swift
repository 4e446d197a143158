import JSON
import JSONAPI

@testable import Catalog
@testable import People

/// Files in all forms: a table or an error, and a place in it for each row.
func fuzzTables(_ bytes: UnsafeRawBufferPointer) {
  var input = FuzzInput(bytes)
  let form = FileForm.allCases[input.byte() % FileForm.allCases.count]
  guard let label = FieldTemplate("name"), let detail = FieldTemplate("{a.b} • {c}") else { return }
  var mapping = ItemMapping(label: label, search: [label, detail])
  mapping.detail = detail
  let items = input.byte() % 2 == 0 ? [] : ["items"]
  let reader = TableReader(form: form, items: items, mapping: mapping, progress: { _ in })
  let table = try? reader.table(Array(input.rest))
  expect((table?.count ?? 0) <= input.rest.count + 1, "there are no more rows than bytes")
}

/// A template is read or refused; with a record it gives a text or none.
func fuzzTemplates(_ bytes: UnsafeRawBufferPointer) {
  var input = FuzzInput(bytes)
  let text = input.text()
  let record = (try? JSONValue(parsing: input.rest)) ?? ["a": ["b": "c"], "name": "n"]
  if let template = FieldTemplate(text) {
    expect(template.text(in: record) != "", "no empty text")
  }
  _ = try? RequestTemplate(text)
  _ = try? RequestBody(record)
}

/// Commits do not depend on how git's output is cut.
func fuzzLog(_ bytes: UnsafeRawBufferPointer) {
  var input = FuzzInput(bytes)
  let (first, second) = input.halves()
  func commits(_ pieces: [ArraySlice<UInt8>]) -> [CommitRecord] {
    var parser = LogParser()
    var found: [CommitRecord] = []
    for piece in pieces { piece.withUnsafeBytes { parser.parse($0) { found.append($0) } } }
    return found
  }
  expect(commits([first + second]) == commits([first, second]), "commits are those of the bytes")
}
