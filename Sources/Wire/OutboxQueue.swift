/// The order of unsent messages, and which of them a newer one replaces.
struct OutboxQueue: Sendable {
  private struct Entry {
    var bytes: [UInt8]
    var subject: Delivery.Subject?

    /// Appends a framed message; returns by how much this grew.
    mutating func add(_ body: [UInt8], _ framing: Framing) -> Int {
      let before = bytes.count
      bytes.append(frame: body, framing)
      return bytes.count - before
    }
  }

  /// The places of a subject's unsent messages, as numbers that never change.
  private struct Places {
    var lists: [Int] = []
    var statuses: [String: [Int]] = [:]
    var refusals: [Int] = []
    var kept: [Int] = []
  }

  private static let largestRun = 64 << 10

  /// Nil where a message was dropped.
  private var entries: [Entry?] = []
  private var head = 0
  /// The number of the first entry.
  private var base = 0
  private var places: [Delivery.Subject: Places] = [:]
  private(set) var bytes = 0

  /// Frames a message where it will lie: answers that are kept whatever follows come in bursts and
  /// lie behind one another.
  mutating func add(body: [UInt8], _ framing: Framing, as delivery: Delivery) {
    let last = entries.count - 1
    guard case .always = delivery, last >= head, mayGrow(entries[last]) else {
      return add(frame(body, framing), as: delivery)
    }
    bytes += entries[last]?.add(body, framing) ?? 0
  }

  private func mayGrow(_ entry: Entry?) -> Bool {
    guard let entry else { return false }
    return entry.subject == nil && entry.bytes.count < OutboxQueue.largestRun
  }

  mutating func add(_ message: [UInt8], as delivery: Delivery) {
    bytes += message.count
    let number = base + entries.count
    var subject: Delivery.Subject?
    switch delivery {
    case .always: break
    case .list(let of):
      subject = of
      let old = places[of] ?? Places()
      for place in old.lists + old.statuses.values.joined() { drop(place) }
      places[of] = Places(lists: [number], refusals: old.refusals, kept: old.kept)
    case .kept(let of):
      subject = of
      places[of, default: Places()].kept.append(number)
    case .page(let of):
      subject = of
      places[of, default: Places()].lists.append(number)
    case .status(let of, let topic):
      subject = of
      let oldest = places[of, default: Places()].statuses[topic, default: []].take(number)
      if let oldest { drop(oldest) }
    case .refusal(let of):
      subject = of
      if let oldest = places[of, default: Places()].refusals.take(number) { drop(oldest) }
    }
    entries.append(Entry(bytes: message, subject: subject))
  }

  mutating func discard(_ subject: Delivery.Subject) {
    guard let old = places.removeValue(forKey: subject) else { return }
    let numbers = old.lists + old.refusals + old.kept + old.statuses.values.joined()
    for number in numbers { drop(number) }
  }

  mutating func take(limit: Int) -> [UInt8] {
    var taken: [UInt8] = []
    while head < entries.count, taken.count < limit {
      let entry = entries[head]
      entries[head] = nil
      head += 1
      guard let entry else { continue }
      bytes -= entry.bytes.count
      if taken.isEmpty { taken = entry.bytes } else { taken.append(contentsOf: entry.bytes) }
    }
    if head == entries.count {
      base += entries.count
      entries.removeAll(keepingCapacity: entries.capacity <= 1 << 12)
      places.removeAll(keepingCapacity: true)
      head = 0
    } else if head > 1024, head > entries.count / 2 {
      base += head
      entries.removeFirst(head)
      head = 0
    }
    return taken
  }

  private mutating func drop(_ number: Int) {
    let index = number - base
    guard entries.indices.contains(index), let entry = entries[index] else { return }
    entries[index] = nil
    bytes -= entry.bytes.count
  }
}

extension [Int] {
  /// Adds a number; returns the oldest, removed, where that makes too many to wait.
  fileprivate mutating func take(_ number: Int) -> Int? {
    append(number)
    return count > Outbox.maximumWaiting ? removeFirst() : nil
  }
}
