import Explorer
import JSON

/// Makes a table of JSON: one value, or values one after the other, each on its line or not.
struct JSONTableReader {
  private let reader: TableReader
  private let toleratesDamage: Bool
  private var layout: RecordLayout { reader.layout }

  init(_ reader: TableReader, toleratesDamage: Bool) {
    (self.reader, self.toleratesDamage) = (reader, toleratesDamage)
  }

  /// - Parameter isLines: whether broken lines cost no more than themselves.
  func table(
    _ text: [UInt8], from start: Int, isLines: Bool
  ) throws(SourceError) -> Table {
    switch Self.form(of: text, start, isLines: isLines) {
    case .one(let root):
      return try table(text) { finder throws(ItemsFault) in
        try finder.records(in: root)
      }
    case .several(let values):
      return try table(text) { finder throws(ItemsFault) in
        try finder.records(in: values)
      }
    case .lines: return try lineTable(text, start)
    case .mended(let text): return try table(text, from: 0, isLines: isLines)
    case .empty: throw reader.undecodable("it is empty")
    case .malformed(let offset): throw reader.undecodable(Table.place(offset, in: text))
    }
  }

  /// The same rows as records.
  func records(
    _ text: [UInt8], from start: Int, isLines: Bool
  ) throws(SourceError) -> RecordList {
    switch Self.form(of: text, start, isLines: isLines) {
    case .one(let root):
      return records(of: text, root: root) { finder throws(ItemsFault) in
        try finder.records(in: root)
      }
    case .several(let values):
      return records(of: text) { finder throws(ItemsFault) in try finder.records(in: values) }
    case .lines:
      let text = mended(text, start)
      let (ranges, brokenCount) = lineRanges(text, 0)
      var list = records(of: text) { finder throws(ItemsFault) in try finder.records(in: ranges) }
      list.records += Array(repeating: .null, count: brokenCount)
      return list
    case .mended(let text): return try records(text, from: 0, isLines: isLines)
    case .empty: throw reader.undecodable("it is empty")
    case .malformed(let offset): throw reader.undecodable(Table.place(offset, in: text))
    }
  }

  private func records(
    of text: [UInt8], root: Range<Int>? = nil,
    _ find: (RecordFinder) throws(ItemsFault) -> RecordFinder.Found
  ) -> RecordList {
    text.withUnsafeBufferPointer { bytes in
      var list = RecordList(root: root.flatMap { parsed($0, bytes) } ?? .null)
      do throws(ItemsFault) {
        switch try find(RecordFinder(bytes: bytes, layout: layout, mapping: reader.mapping)) {
        case .array(let range): list.records = parsed(range, bytes)?.arrayValue ?? []
        case .rewritten(let text): list.records = (try? JSONValue(parsing: text))?.arrayValue ?? []
        case .values(let ranges): list.records = ranges.map { parsed($0, bytes) ?? .null }
        }
      } catch {
        list.problem = error.words
      }
      return list
    }
  }

  // MARK: form

  enum Form {
    case one(Range<Int>)
    case several([Range<Int>])
    case lines
    case mended([UInt8])
    case empty
    case malformed(Int)
  }

  static func form(of text: [UInt8], _ start: Int, isLines: Bool) -> Form {
    text.withUnsafeBufferPointer { bytes in
      var skimmer = JSONSkimmer(bytes, start..<bytes.count)
      if skimmer.isAtEnd() { return isLines ? .lines : .empty }
      let isArray = skimmer.peek == UInt8(ascii: "[")
      if isLines, !isArray, hasUsableLine(bytes, start) { return .lines }
      do throws(MalformedJSON) {
        let first = try skimmer.value()
        if skimmer.isAtEnd() { return .one(first) }
        if bytes[first.upperBound..<skimmer.position].contains(UInt8(ascii: "\n")),
          !bytes[first].contains(UInt8(ascii: "\n"))
        {
          return .lines
        }
        var values = [first]
        while !skimmer.isAtEnd() { values.append(try skimmer.value()) }
        return .several(values)
      } catch {
        if let text = RelaxedJSON.strict(bytes, from: start) { return .mended(text) }
        return isLines ? .lines : .malformed(error.offset)
      }
    }
  }

  /// Whether the first line that is not empty is a whole value.
  private static func hasUsableLine(_ bytes: UnsafeBufferPointer<UInt8>, _ start: Int) -> Bool {
    var position = start
    while position < bytes.count {
      let end = bytes[position...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
      var skimmer = JSONSkimmer(bytes, position..<end)
      if !skimmer.isAtEnd() { return (try? skimmer.value()) != nil && skimmer.isAtEnd() }
      position = end + 1
    }
    return false
  }

  // MARK: values

  private func table(
    _ text: [UInt8], _ find: (RecordFinder) throws(ItemsFault) -> RecordFinder.Found
  ) throws(SourceError) -> Table {
    let found = text.withUnsafeBufferPointer { bytes -> Result<RecordFinder.Found, ItemsFault> in
      do throws(ItemsFault) {
        return .success(
          try find(RecordFinder(bytes: bytes, layout: layout, mapping: reader.mapping)))
      } catch {
        return .failure(error)
      }
    }
    switch found {
    case .success(.array(let range)): return try arrayTable(text, range)
    case .success(.rewritten(let text)): return try arrayTable(text, 0..<text.count)
    case .success(.values(let ranges)): return try valueTable(text, ranges)
    case .failure(let fault): throw SourceError(.misconfigured(reason: fault.words))
    }
  }

  private func arrayTable(_ text: [UInt8], _ array: Range<Int>) throws(SourceError) -> Table {
    var builder = TableBuilder(mapping: reader.mapping, form: .json, bytes: text)
    text.withUnsafeBufferPointer { bytes in
      var rows = RowSkimmer(bytes, builder.wantedMembers)
      var reported = array.lowerBound
      var goesOn = true
      var skimmer = JSONSkimmer(bytes, array)
      try? skimmer.array { range in
        guard goesOn else { return }
        rows.add(range, to: &builder)
        goesOn = reader.report(range.upperBound, &reported)
      }
    }
    return try reader.finished(&builder, in: text)
  }

  private func valueTable(_ text: [UInt8], _ ranges: [Range<Int>]) throws(SourceError) -> Table {
    var builder = TableBuilder(mapping: reader.mapping, form: .json, bytes: text)
    text.withUnsafeBufferPointer { bytes in
      var rows = RowSkimmer(bytes, builder.wantedMembers)
      for range in ranges { rows.add(range, to: &builder) }
    }
    return try reader.finished(&builder, in: text)
  }

  // MARK: lines

  private func lineTable(_ text: [UInt8], _ start: Int) throws(SourceError) -> Table {
    if !layout.items.segments.isEmpty || !layout.columns.isEmpty || reader.mapping.usesElementNames
    {
      let ranges = lineRanges(text, start).ranges
      return try table(text) { finder throws(ItemsFault) in
        try finder.records(in: ranges)
      }
    }
    var builder = TableBuilder(mapping: reader.mapping, form: .json, bytes: text)
    var isCut = false
    var isMendable = false
    text.withUnsafeBufferPointer { bytes in
      var rows = RowSkimmer(bytes, builder.wantedMembers)
      var reported = start
      forEachLine(bytes, start) { line in
        let isUsable = rows.addLine(line, checkingUTF8: toleratesDamage, to: &builder)
        if !isUsable, line.upperBound == bytes.count { isCut = true }
        if !isUsable, !isMendable, line.count <= TableReader.maximumRowBytes / 16 {
          isMendable = Self.isMendable(bytes, line)
        }
        return reader.report(line.upperBound, &reported)
      }
    }
    if isMendable { return try lineTable(mended(text, start), 0) }
    var table = try reader.finished(&builder, in: text)
    table.isCut = isCut
    return table
  }

  /// The text with each line mended by itself.
  private func mended(_ text: [UInt8], _ start: Int) -> [UInt8] {
    var mended: [UInt8] = []
    mended.reserveCapacity(text.count)
    text.withUnsafeBufferPointer { bytes in
      forEachLine(bytes, start) { line in
        let alone = UnsafeBufferPointer(rebasing: bytes[line])
        mended += RelaxedJSON.strict(alone, from: 0) ?? Array(alone)
        if line.upperBound < bytes.count { mended.append(UInt8(ascii: "\n")) }
        return true
      }
    }
    return mended
  }

  private func forEachLine(
    _ bytes: UnsafeBufferPointer<UInt8>, _ start: Int, _ body: (Range<Int>) -> Bool
  ) {
    var position = start
    while position < bytes.count {
      let end = bytes[position...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
      guard body(position..<end) else { return }
      position = end + 1
    }
  }

  /// The values of those lines that are one, and how many are none.
  private func lineRanges(
    _ text: [UInt8], _ start: Int
  ) -> (ranges: [Range<Int>], brokenCount: Int) {
    text.withUnsafeBufferPointer { bytes in
      var ranges: [Range<Int>] = []
      var brokenCount = 0
      forEachLine(bytes, start) { line in
        var skimmer = JSONSkimmer(bytes, line)
        guard !skimmer.isAtEnd() else { return true }
        if let range = try? skimmer.value(), skimmer.isAtEnd() {
          ranges.append(range)
        } else {
          brokenCount += 1
        }
        return true
      }
      return (ranges, brokenCount)
    }
  }

  /// Whether a line that is no JSON is so once it is mended.
  private static func isMendable(_ bytes: UnsafeBufferPointer<UInt8>, _ line: Range<Int>) -> Bool {
    let alone = UnsafeBufferPointer(rebasing: bytes[line])
    guard let text = RelaxedJSON.strict(alone, from: 0) else { return false }
    return text.withUnsafeBufferPointer { text in
      var skimmer = JSONSkimmer(text, 0..<text.count)
      return (try? skimmer.value()) != nil && skimmer.isAtEnd()
    }
  }
}

extension ItemsFault {
  /// What is wrong with `items`, and what may be right.
  var words: String {
    let place = path.isEmpty ? "at the top" : "at `\(path)`"
    let near = FieldSuggestion.nearest(to: path, among: lists)
    if let near, !path.isEmpty { return "there is no list \(place); did you mean `\(near)`?" }
    guard !lists.isEmpty else { return "there is no list \(place); `items` names where it is" }
    let names = lists.prefix(4).map { "`\($0)`" }.joined(separator: ", ")
    return "there is no list \(place); `items` may be \(names)"
  }
}
