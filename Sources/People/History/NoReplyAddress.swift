/// The account that an address without a mailbox names: `ID+login@users.noreply.HOST`, or without
/// the id.
package struct NoReplyAddress: Sendable, Hashable {
  package let login: String
  package let accountID: Int64?
  package let host: String

  /// Nil where the address is another one.
  package init?(_ mail: String) {
    let parts = mail.split(separator: "@", omittingEmptySubsequences: false)
    guard parts.count == 2, let range = parts[1].wholeDomain(after: "users.noreply.") else {
      return nil
    }
    host = range.lowercased()
    let local = parts[0]
    if let plus = local.firstIndex(of: "+") {
      guard let id = Int64(local[..<plus]), id > 0 else { return nil }
      accountID = id
      login = String(local[local.index(after: plus)...])
    } else {
      accountID = nil
      login = String(local)
    }
    guard !login.isEmpty, login.utf8.allSatisfy(Self.isOfLogins) else { return nil }
  }

  private static func isOfLogins(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default:
      [UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "["), UInt8(ascii: "]")].contains(byte)
    }
  }
}

extension Substring {
  /// What follows the prefix, whatever its case; nil where there is nothing.
  fileprivate func wholeDomain(after prefix: String) -> Substring? {
    guard lowercased().hasPrefix(prefix), count > prefix.count else { return nil }
    return dropFirst(prefix.count)
  }
}
