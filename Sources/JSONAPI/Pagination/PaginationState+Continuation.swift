import Explorer
import JSON

// A continuation is the state as JSON: whoever holds it can ask for the next page, whatever else was
// asked meanwhile.

extension PaginationState {
  private static let maximumBytes = 1 << 20

  /// What asks for the next page; nil where there is none.
  var continuation: String? {
    guard end == nil else { return nil }
    var object: JSONObject = JSONObject()
    switch target {
    case .page(let number, let offset): object["page"] = [JSONValue(number), JSONValue(offset)]
    case .url(let url): object["url"] = .string(url)
    case .cursor(let cursor): object["cursor"] = cursor
    }
    object["came"] = .array(
      [pageCount, itemCount, firstPageLength ?? 0, emptyPages].map { JSONValue($0) })
    object["total"] = total.map { JSONValue($0) }
    object["known"] = .string(known.order.suffix(KnownDigests.maximumSent).map(\.hex).joined())
    return String(decoding: JSONValue.object(object).jsonBytes, as: UTF8.self)
  }

  /// The state that a continuation says; throws where it is none.
  init(_ rules: Rules, continuing text: String, perPage: Int) throws(SourceError) {
    guard text.utf8.count <= Self.maximumBytes,
      let value = try? JSONValue(parsing: Array(text.utf8)),
      let target = Self.target(value), let came = Self.numbers(value["came"], 4),
      let known = value["known"]?.stringValue.flatMap(Self.digests)
    else {
      throw SourceError(.invalidQuery(.refused(message: "what it continues is no earlier page")))
    }
    self.init(rules, from: target, perPage: perPage)
    (pageCount, itemCount, firstPageLength, emptyPages) = (came[0], came[1], came[2], came[3])
    total = Self.numbers(value["total"].map { [$0] }, 1)?.first
    for digest in known { self.known.insert(digest) }
  }

  private static func target(_ value: JSONValue) -> PageTarget? {
    if let url = value["url"]?.stringValue { return .url(url) }
    if let cursor = value["cursor"] { return .cursor(cursor) }
    return numbers(value["page"], 2).map { .page($0[0], offset: $0[1]) }
  }

  /// So many numbers that sums can be made with.
  private static func numbers(_ value: JSONValue?, _ count: Int) -> [Int]? {
    let numbers = value?.arrayValue?.compactMap(\.intValue)
      .filter { 0...PageTarget.maximumNumber ~= $0 }
    return numbers?.count == count ? numbers : nil
  }

  private static func digests(_ text: String) -> [UInt64]? {
    let digits = Array(text.utf8)
    guard digits.count % 16 == 0, digits.count / 16 <= KnownDigests.maximumSent else { return nil }
    var digests: [UInt64] = []
    for start in stride(from: 0, to: digits.count, by: 16) {
      let word = String(decoding: digits[start..<start + 16], as: UTF8.self)
      guard let digest = UInt64(word, radix: 16) else { return nil }
      digests.append(digest)
    }
    return digests
  }
}

extension UInt64 {
  /// Sixteen digits.
  fileprivate var hex: String {
    let digits = String(self, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
