import Documents

@testable import Service

/// Changes of a text against the plain model: units in an array.
func fuzzText(_ bytes: UnsafeRawBufferPointer) {
  var input = FuzzInput(bytes)
  let encoding = PositionEncoding.allCases[input.byte() % 3]
  var text = EditedText(input.text())
  while !input.rest.isEmpty {
    let (start, end, new) = (input.byte() - 1, input.byte() - 1, input.text())
    let before = text.string
    let model = replaced(in: before, start, end, with: new, encoding)
    try? text.replace(from: start, to: end, with: EditedText(new), encoding)
    expect(text.string.utf8.elementsEqual((model ?? before).utf8), "a change is the model's")
  }
}

/// Nil where a place is none.
private func replaced(
  in text: String, _ start: Int, _ end: Int, with new: String, _ encoding: PositionEncoding
) -> String? {
  func units(_ text: String) -> [[Unicode.Scalar]] {
    // One element for each unit; those inside a scalar are empty.
    text.unicodeScalars.flatMap { scalar -> [[Unicode.Scalar]] in
      let count =
        switch encoding {
        case .utf8: UTF8.width(scalar)
        case .utf16: UTF16.width(scalar)
        case .utf32: 1
        }
      return [[scalar]] + Array(repeating: [], count: count - 1)
    }
  }
  let old = units(text)
  func isPlace(_ offset: Int) -> Bool {
    offset == old.count || (old.indices.contains(offset) && !old[offset].isEmpty)
  }
  guard start <= end, isPlace(start), isPlace(end) else { return nil }
  var result = String.UnicodeScalarView()
  for unit in old[..<start] + units(new) + old[end...] { result.append(contentsOf: unit) }
  return String(result)
}

/// An edited document is the one that is opened with its text.
func fuzzDocuments(_ bytes: UnsafeRawBufferPointer) {
  var input = FuzzInput(bytes)
  let encoding = PositionEncoding.allCases[input.byte() % 3]
  var document = TextDocument(
    languageID: "markdown", fileName: "a.md", version: 0, text: input.text(), encoding: encoding)
  while !input.rest.isEmpty {
    let start = TextPosition(line: input.byte() % 8 - 1, character: input.byte() % 32 - 1)
    let end = TextPosition(line: input.byte() % 8 - 1, character: input.byte() % 32 - 1)
    document.apply(
      [.range(start: start, end: end, text: input.text())], version: document.version + 1)
  }
  let text = document.text
  let fresh = TextDocument(
    languageID: "markdown", fileName: "a.md", version: 0, text: text, encoding: encoding)
  expect(document.lineCount == fresh.lineCount, "lines are counted alike")
  expect(document.byteCount == text.utf8.count, "bytes are counted")
  for line in 0...document.lineCount {
    expect(document.line(line) == fresh.line(line), "lines are alike")
    let length = document.byteCount(ofLine: line)
    for byte in 0...min(length, 40) {
      let position = document.position(line: line, byte: byte)
      expect(position == fresh.position(line: line, byte: byte), "positions are alike")
      guard let window = document.window(at: position, reach: 8) else { continue }
      expect(window.cursor <= window.text.utf8.count, "the cursor is in its window")
    }
  }
  _ = CommitTrailers(document).contains(key: "Co-authored-by", mail: "a@example.org")
}

/// Whoever is named is named inside the line.
func fuzzScanner(_ bytes: UnsafeRawBufferPointer) {
  var input = FuzzInput(bytes)
  let names = ["markdown", "gitcommit", "codeowners", "plaintext", "swift", "python", "nonsense"]
  let scanner = Scanner(
    DocumentKind(languageID: names[input.byte() % names.count], fileName: ""))
  let surroundings = LineSurroundings(isFirstLine: input.byte() % 2 == 0)
  let line = input.text()
  let length = line.utf8.count
  for reference in scanner.references(in: line) {
    expect(reference.range.upperBound <= length, "a reference lies in its line")
  }
  for index in line.indices.prefix(64) + [line.endIndex] {
    let cursor = line.utf8.distance(from: line.startIndex, to: index)
    guard let context = scanner.context(in: line, at: cursor, surroundings) else { continue }
    expect(
      context.replaced.lowerBound >= 0 && context.replaced.upperBound <= length,
      "what is replaced lies in the line")
  }
}
