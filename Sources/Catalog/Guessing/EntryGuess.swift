import JSON

/// What the members of an entry are likely to be, by the first records.
///
/// Pure: bytes, and a name where they have one, in; what is to be written into the setting `sources`
/// out. Nothing is in it that the readers find out by themselves.
package struct EntryGuess: Sendable {
  package private(set) var layout: RecordLayout
  package private(set) var fields: FieldGuess
  /// The first records, as `items` and the fields see them.
  package private(set) var records: [JSONValue]
  /// What was seen, a sentence each.
  package private(set) var seen: [String]

  /// - Parameters:
  ///   - bytes: all of them.
  ///   - name: the name of a file; nil for an answer, which is JSON where nothing else is said.
  package init(_ bytes: [UInt8], name: String?) throws(GuessFault) {
    let decoded = try DecodedText(bytes)
    let (text, start) = (decoded.text, decoded.start)
    let assumed = name.map {
      FormatGuess.format(ofName: $0) ?? FormatGuess.format(text, from: start)
    }
    guard let guess = try Self.list(text, start, name, assumed ?? .json) else {
      throw GuessFault(seen: "it is empty", advice: "put records into it")
    }
    (layout, records, seen) = (guess.layout, guess.records, [guess.words])
    layout.encoding = decoded.encoding
    let isTable = guess.layout.format == .csv || guess.layout.format == .tsv
    if guess.layout.format == assumed ?? .json || (!isTable && assumed == .ndjson) {
      layout.format = nil
    }
    fields = FieldGuess(records)
    if fields.detail == nil, !guess.holders.isEmpty {
      fields.detail = "@parent.\(FieldGuess(guess.holders).label)"
    }
    if let encoding = decoded.encoding {
      seen.append("It is not UTF-8, and most likely \(encoding).")
    }
    seen.append(fields.words(records: records.count))
  }

  private static func list(
    _ text: [UInt8], _ start: Int, _ name: String?, _ assumed: RecordFormat
  ) throws(GuessFault) -> ListGuess? {
    let looksLikeJSON = FormatGuess.format(text, from: start) == .json
    guard looksLikeJSON || assumed == .json || assumed == .ndjson else {
      return try CellGuess(text, start, name, assumed).list
    }
    switch JSONListGuess.list(text, start, isLines: assumed == .ndjson) {
    case .found(let list): return list
    case .empty: return nil
    case .noList(let fault): throw fault
    case .malformed(let place):
      let begins = text[start...].first { $0 > 0x20 }
      guard begins != UInt8(ascii: "{"), begins != UInt8(ascii: "[") else {
        throw GuessFault(
          seen: "it begins like JSON and is none at \(place)", advice: "mend it there")
      }
      return try CellGuess(text, start, name, assumed == .tsv ? .tsv : .csv).list
    }
  }

  /// The members that say all this.
  ///
  /// - Parameter addressName: what the address of an item is called there.
  package func members(addressName: String) -> [JSONObject.Member] {
    var object = JSONObject()
    object["format"] = layout.format.map { .string($0.rawValue) }
    object["encoding"] = layout.encoding.map { .string($0) }
    if !layout.items.segments.isEmpty { object["items"] = .string(layout.items.description) }
    switch layout.zip {
    case nil: break
    case .all?: object["zip"] = true
    case .named(let names)?: object["zip"] = .array(names.map { .string($0) })
    }
    if let separator = layout.separator {
      let tab = separator == UInt8(ascii: "\t")
      object["separator"] = .string(tab ? "tab" : String(UnicodeScalar(separator)))
    }
    object["comment"] = layout.comment.map { .string($0) }
    if layout.skip > 0 { object["skip"] = JSONValue(layout.skip) }
    if !layout.columns.isEmpty { object["columns"] = .array(layout.columns.map { .string($0) }) }
    object["key"] = fields.key.map { .string($0) }
    object["label"] = .string(fields.label)
    object["detail"] = fields.detail.map { .string($0) }
    object[addressName] = fields.url.map { .string($0) }
    object["imageUrl"] = fields.imageURL.map { .string($0) }
    return object.members
  }

  /// The entry of a file.
  package func entry(ofFile path: String) -> JSONObject {
    let name = CatalogFile(path: path).name
    let stem = name.split(separator: ".").first.map(String.init) ?? name
    return JSONObject(
      distinct: [
        (key: "id", value: .string(Self.id(of: stem))), (key: "name", value: .string(stem)),
        (key: "type", value: "catalog"), (key: "path", value: .string(path)),
      ] + members(addressName: "url"))
  }

  /// An id that is made of a name.
  package static func id(of name: String) -> String {
    let words = name.lowercased().split { !EntryReader.isID(String($0)) }
    let id = words.joined(separator: "-").prefix(60)
    return id.isEmpty ? "mine" : String(id)
  }
}
