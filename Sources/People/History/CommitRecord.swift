/// What one commit says about people.
struct CommitRecord: Sendable, Equatable {
  var author: Identity
  /// Those whom its trailers name.
  var others: [Identity]
  /// When it was written, in seconds since 1970.
  var time: Int64
}
