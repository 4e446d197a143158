/// One page of a list, and the `Link` header to the others.
struct Paging: Sendable, Equatable {
  var page: Int
  var length: Int
  /// How many there are that can be reached.
  var count: Int

  var lastPage: Int { max(1, (count + length - 1) / length) }

  /// The positions on this page; empty past the end.
  var range: Range<Int> {
    let start = min((page - 1) * length, count)
    return start..<min(start + length, count)
  }

  /// The header's value as GitHub writes it; nil where one page holds all.
  ///
  /// - Parameters:
  ///   - address: the list's own, without a query.
  ///   - rawQuery: the request's pairs as written; all but the page are kept.
  func link(address: String, rawQuery: [Substring]) -> String? {
    guard lastPage > 1 || page > 1 else { return nil }
    let kept = rawQuery.filter { !$0.hasPrefix("page=") && $0.utf8.allSatisfy(isLinkByte) }
    func entry(_ page: Int, _ relation: String) -> String {
      let query = (kept + ["page=\(page)"]).joined(separator: "&")
      return "<\(address)?\(query)>; rel=\"\(relation)\""
    }
    var entries: [String] = []
    if page > 1 { entries.append(entry(min(page - 1, lastPage), "prev")) }
    if page < lastPage {
      entries.append(entry(page + 1, "next"))
      entries.append(entry(lastPage, "last"))
    }
    if page > 1 { entries.append(entry(1, "first")) }
    return entries.joined(separator: ", ")
  }
}

private func isLinkByte(_ byte: UInt8) -> Bool {
  byte > 0x20 && byte < 0x7F && byte != UInt8(ascii: "<") && byte != UInt8(ascii: ">")
}
