/// Turns what `git log` prints into commits, however it is cut into chunks.
///
/// A commit is four fields that end with NUL: the author's name and address, the time, the trailers.
struct LogParser: Sendable {
  /// The format that prints such fields, with `-z`.
  static func format(usesMailmap: Bool) -> String {
    "tformat:\(usesMailmap ? "%aN%x00%aE" : "%an%x00%ae")%x00%at%x00%(trailers:only,unfold)"
  }

  /// A field's bytes beyond that are passed over.
  private static let longestField = 16 << 10
  private static let fieldCount = 4
  /// The end of the year 9999.
  private static let lastTime: Int64 = 253_402_300_799

  private var fields: [[UInt8]] = []
  private var field: [UInt8] = []

  init() {}

  /// Takes the next bytes and hands out each commit that they complete.
  mutating func parse(_ chunk: UnsafeRawBufferPointer, _ take: (CommitRecord) -> Void) {
    var rest = chunk[...]
    while let end = rest.firstIndex(of: 0) {
      append(rest[..<end])
      rest = rest[(end + 1)...]
      endField(take)
    }
    append(rest)
  }

  private mutating func append(_ bytes: Slice<UnsafeRawBufferPointer>) {
    field.append(contentsOf: bytes.prefix(Self.longestField - field.count))
  }

  private mutating func endField(_ take: (CommitRecord) -> Void) {
    fields.append(field)
    field.removeAll(keepingCapacity: true)
    guard fields.count == Self.fieldCount else { return }
    defer { fields.removeAll(keepingCapacity: true) }
    let digits = String(decoding: fields[2], as: UTF8.self)
    take(
      CommitRecord(
        author: Identity(name: fields[0], mail: fields[1]),
        others: fields[3].isEmpty ? [] : Trailers.identities(fields[3]),
        time: min(max(0, Int64(digits) ?? 0), Self.lastTime)))
  }
}
