import URLs

/// The `Retry-After` header (RFC 9110 §10.2.3): a number of seconds, or a date in one of the three
/// forms that HTTP allows.
package enum RetryAfter {
  /// The longest wait that is told; a longer one is cut to it.
  package static let longest: Duration = .seconds(86_400)

  /// Returns how long to wait; zero for the past, nil for what is neither a number nor a date.
  ///
  /// `now` is in seconds since 1970, UTC.
  package static func parse(_ value: String, now: Int) -> Duration? {
    let text = String(decoding: trimmingBlanks(Array(value.utf8)[...]), as: UTF8.self)
    if let seconds = seconds(text) { return clamped(seconds) }
    guard let date = HTTPDate.parse(text, now: now) else { return nil }
    return clamped(date.subtractingReportingOverflow(now).partialValue)
  }

  private static func seconds(_ text: String) -> Int? {
    let digits = text.hasPrefix("-") ? text.dropFirst() : text[...]
    guard !digits.isEmpty, digits.utf8.allSatisfy(isDigit) else { return nil }
    return Int(text) ?? (text.hasPrefix("-") ? .min : .max)
  }

  private static func clamped(_ seconds: Int) -> Duration {
    seconds < 0 ? .zero : min(.seconds(seconds), longest)
  }
}
