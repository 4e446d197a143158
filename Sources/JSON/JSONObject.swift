/// The members of a JSON object, in the order they were written.
///
/// Names are compared byte by byte, not by canonical equivalence as `String` does.
package struct JSONObject: Sendable, Equatable {
  package typealias Member = (key: String, value: JSONValue)

  package private(set) var members: [Member]

  package init() { members = [] }

  /// Takes members whose names are known to differ.
  package init(distinct members: [Member]) { self.members = members }

  /// Keeps the last of the members that share a name, in its own place.
  package init(lastWins members: [Member]) {
    self.members = members
    if Self.hasRepeatedKeys(members) { self.members = Self.withoutRepeatedKeys(members) }
  }

  package var isEmpty: Bool { members.isEmpty }

  /// The value of that name; setting nil removes the member, a new name goes last.
  package subscript(key: String) -> JSONValue? {
    get {
      // By index: no member is copied that is not the one.
      for i in members.indices where sameBytes(members[i].key, key) { return members[i].value }
      return nil
    }
    set {
      let index = members.firstIndex { sameBytes($0.key, key) }
      switch (index, newValue) {
      case (let index?, let value?): members[index].value = value
      case (let index?, nil): members.remove(at: index)
      case (nil, let value?): members.append((key: key, value: value))
      case (nil, nil): break
      }
    }
  }

  package static func == (a: JSONObject, b: JSONObject) -> Bool {
    a.members.count == b.members.count
      && a.members.allSatisfy { member in b[member.key] == member.value }
  }

  /// Quadratic for the few members that objects have, hashed beyond.
  private static func hasRepeatedKeys(_ members: [Member]) -> Bool {
    guard members.count <= 12 else {
      var seen = Set<KeyBytes>(minimumCapacity: members.count)
      return !members.allSatisfy { seen.insert(KeyBytes(key: $0.key)).inserted }
    }
    for i in members.indices.dropFirst() {
      for j in 0..<i where sameBytes(members[i].key, members[j].key) { return true }
    }
    return false
  }

  private static func withoutRepeatedKeys(_ members: [Member]) -> [Member] {
    var seen = Set<KeyBytes>(minimumCapacity: members.count)
    return Array(
      members.reversed().filter { seen.insert(KeyBytes(key: $0.key)).inserted }.reversed())
  }
}

/// A name that is hashed and compared by its bytes.
private struct KeyBytes: Hashable {
  let key: String

  func hash(into hasher: inout Hasher) {
    var copy = key
    copy.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
  }

  static func == (a: KeyBytes, b: KeyBytes) -> Bool { sameBytes(a.key, b.key) }
}

/// Whether two names are the same bytes.
private func sameBytes(_ a: String, _ b: String) -> Bool {
  guard a.utf8.count == b.utf8.count, a == b else { return false }
  return a.utf8.withContiguousStorageIfAvailable { first in
    b.utf8.withContiguousStorageIfAvailable { second in
      for i in first.indices where first[i] != second[i] { return false }
      return true
    } ?? first.elementsEqual(b.utf8)
  } ?? a.utf8.elementsEqual(b.utf8)
}
