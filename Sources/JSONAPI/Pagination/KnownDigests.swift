/// The digests that were seen, the last of them where there is a limit.
struct KnownDigests: Sendable, Equatable {
  /// As many as are worth being sent along from page to page.
  static let maximumSent = 4096

  private let capacity: Int?
  private var members: Set<UInt64> = []
  /// In the order in which they came, where there is a limit.
  private(set) var order: [UInt64] = []

  /// - Parameter capacity: nil keeps all.
  init(capacity: Int?) { self.capacity = capacity }

  func contains(_ digest: UInt64) -> Bool { members.contains(digest) }

  mutating func insert(_ digest: UInt64) {
    guard members.insert(digest).inserted, let capacity else { return }
    order.append(digest)
    guard order.count > capacity * 2 else { return }
    for old in order.dropLast(capacity) { members.remove(old) }
    order.removeFirst(order.count - capacity)
  }
}
