import Catalog
import JSON

/// A page of an API, as something that can be asked for.
enum PageTarget: Sendable, Equatable {
  /// By its number, from 1, and by how many items come before it.
  case page(Int, offset: Int)
  /// By the address that the page before gave.
  case url(String)
  /// By what the page before gave for `{cursor}`.
  case cursor(JSONValue)

  /// Numbers from outside above this are taken for it, so that sums can be made with them.
  static let maximumNumber = 1 << 50

  /// The page of that number where all before it are of that length.
  init(number: Int, perPage: Int) {
    let number = min(max(1, number), Self.maximumNumber)
    let (offset, isTooFar) = (number - 1).multipliedReportingOverflow(by: max(0, perPage))
    self = .page(number, offset: isTooFar ? Self.maximumNumber : min(offset, Self.maximumNumber))
  }

  /// The same for the same page.
  var digest: UInt64 {
    switch self {
    case .page(let number, let offset): stableDigest("page \(number) \(offset)".utf8)
    case .url(let url): stableDigest("url \(url)".utf8)
    case .cursor(let cursor): stableDigest(Array("cursor ".utf8) + cursor.jsonBytes)
    }
  }
}
