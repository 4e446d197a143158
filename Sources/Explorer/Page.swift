/// One page of an answer.
package struct Page: Sendable, Equatable {
  /// How many items a group has in the whole answer.
  package struct Group: Sendable, Equatable {
    package var key: String
    package var count: Int

    package init(key: String, count: Int) {
      self.key = key
      self.count = count
    }
  }

  package var items: [Item]
  /// Counted from 1.
  package var number: Int
  /// How many there are in all, which may be far more than can be fetched; nil if not known.
  package var totalCount: Int?
  /// Whether the source gave up before it had searched everything.
  package var isIncomplete: Bool
  /// Where the next page is, as the source named it; nil after the last one.
  package var next: String?
  package var groups: [Group]?
  /// Where it came from, where that is not where its source's answers come from.
  package var origin: Origin?

  package init(
    items: [Item], number: Int = 1, totalCount: Int? = nil, isIncomplete: Bool = false,
    next: String? = nil, groups: [Group]? = nil
  ) {
    self.items = items
    self.number = number
    self.totalCount = totalCount
    self.isIncomplete = isIncomplete
    self.next = next
    self.groups = groups
  }

  /// This page with each item once, where it stands first.
  package var withoutRepeatedItems: Page {
    var page = self
    var seen: Set<String> = []
    page.items.removeAll { !seen.insert($0.id).inserted }
    return page
  }

  /// Whether this is all that the source has on the query.
  package var isWhole: Bool { number == 1 && next == nil && !isIncomplete }
}

/// Where what is shown came from.
package enum Origin: String, Sendable {
  case network, cache, provisional, stale, fallback, local
}
