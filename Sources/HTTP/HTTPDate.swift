import URLs
import System

/// A date as HTTP writes it (RFC 9110 §5.6.7), always UTC:
/// `Sun, 06 Nov 1994 08:49:37 GMT`, `Sunday, 06-Nov-94 08:49:37 GMT`, `Sun Nov  6 08:49:37 1994`.
package enum HTTPDate {
  /// Returns the seconds since 1970; nil for what is none of the three forms.
  ///
  /// The day of the week is not checked. `now`, in the same unit, settles a year of two digits: one
  /// more than fifty years ahead lies in the century before.
  package static func parse(_ text: String, now: Int) -> Int? {
    let words = text.split { $0 == " " || $0 == "," || $0 == "-" }
    guard words.count >= 5, words[0].allSatisfy(\.isLetter) else { return nil }
    let isAsctime = words[1].allSatisfy(\.isLetter)
    if !isAsctime { guard words.count == 6, words[5] == "GMT" else { return nil } }
    if isAsctime { guard words.count == 5 else { return nil } }
    guard let day = number(words[isAsctime ? 2 : 1], digits: 1...2),
      let month = months.firstIndex(of: words[isAsctime ? 1 : 2].lowercased()).map({ $0 + 1 }),
      let year = year(words[isAsctime ? 4 : 3], now: now),
      let time = secondsOfDay(words[isAsctime ? 3 : 4])
    else { return nil }
    return CivilTime(year: year, month: month, day: day, secondOfDay: time)?.secondsSince1970
  }

  private static let months = [
    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
  ]

  private static func number(_ text: Substring, digits: ClosedRange<Int>) -> Int? {
    guard digits.contains(text.utf8.count), text.utf8.allSatisfy(isDigit) else { return nil }
    return Int(text)
  }

  private static func year(_ text: Substring, now: Int) -> Int? {
    if let year = number(text, digits: 4...4) { return year }
    guard let short = number(text, digits: 2...2) else { return nil }
    let current = 1970 + now / 31_556_952
    let year = current - current % 100 + short
    return year > current + 50 ? year - 100 : year
  }

  private static func secondsOfDay(_ text: Substring) -> Int? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 3,
      let hour = number(parts[0], digits: 2...2), hour < 24,
      let minute = number(parts[1], digits: 2...2), minute < 60,
      let second = number(parts[2], digits: 2...2), second <= 60
    else { return nil }
    return hour * 3600 + minute * 60 + second
  }
}
