/// Values by their keys, the newest few: what a client may name in any number is forgotten, the oldest
/// first.
struct Newest<Key: Equatable, Value> {
  private static var maximumCount: Int { 16 }

  private var entries: [(key: Key, value: Value)] = []

  subscript(key: Key) -> Value? {
    get { entries.first { $0.key == key }?.value }
    set {
      entries.removeAll { $0.key == key }
      guard let newValue else { return }
      if entries.count >= Self.maximumCount { entries.removeFirst() }
      entries.append((key, newValue))
    }
  }

  /// What is held, else what `make` makes, which is held from now on.
  mutating func value(for key: Key, or make: () -> Value) -> Value {
    if let held = self[key] { return held }
    let value = make()
    self[key] = value
    return value
  }
}
