/// A moment in the civil calendar, in UTC.
package struct CivilTime: Sendable, Equatable {
  package let year: Int
  /// 1 to 12.
  package let month: Int
  /// 1 to 31.
  package let day: Int
  package let secondOfDay: Int
  /// Days since 1 January 1970.
  private let epochDay: Int

  /// - Parameter seconds: since 1970.
  package init(secondsSince1970 seconds: Int) {
    epochDay = (seconds - ((seconds % 86_400) + 86_400) % 86_400) / 86_400
    secondOfDay = seconds - epochDay * 86_400
    // Counts in eras of 400 years that begin on 1 March, so that leap days come last.
    let shifted = epochDay + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
    month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  }

  /// Nil for a date that the calendar does not have, or a year before 0 or after 9999.
  ///
  /// - Parameter secondOfDay: 86 400 is the leap second that ends a day.
  package init?(year: Int, month: Int, day: Int, secondOfDay: Int = 0) {
    guard (0...9999).contains(year), (1...12).contains(month), (0...86_400).contains(secondOfDay),
      (1...Self.days(in: month, of: year)).contains(day)
    else { return nil }
    // Counted from 1 March, so that the leap day is the last one of a year.
    let shiftedYear = month > 2 ? year : year - 1
    let leapDays = shiftedYear / 4 - shiftedYear / 100 + shiftedYear / 400
    let daysBeforeMonth = ((month + 9) % 12 * 153 + 2) / 5
    epochDay = shiftedYear * 365 + leapDays + daysBeforeMonth + day - 1 - 719_468
    (self.year, self.month, self.day, self.secondOfDay) = (year, month, day, secondOfDay)
  }

  package var secondsSince1970: Int { epochDay * 86_400 + secondOfDay }

  /// 0 is Sunday.
  package var weekday: Int { ((epochDay + 4) % 7 + 7) % 7 }

  /// As `18:38:36`.
  package var clock: String {
    "\(Self.two(secondOfDay / 3600)):\(Self.two(secondOfDay / 60 % 60)):\(Self.two(secondOfDay % 60))"
  }

  /// Reads what `rfc3339` writes; nil for any other form.
  package init?(rfc3339 text: String) {
    let parts = text.split(omittingEmptySubsequences: false) { "-T:Z".contains($0) }
    let numbers = parts.prefix(6).compactMap { UInt16($0) }.map(Int.init)
    guard text.utf8.count == 20, text.hasSuffix("Z"), parts.count == 7, numbers.count == 6 else {
      return nil
    }
    let second = numbers[3] * 3600 + numbers[4] * 60 + numbers[5]
    self.init(year: numbers[0], month: numbers[1], day: numbers[2], secondOfDay: second)
  }

  /// As `2011-01-25T18:38:36Z` (RFC 3339).
  package var rfc3339: String { "\(year)-\(Self.two(month))-\(Self.two(day))T\(clock)Z" }

  /// As `Tue, 25 Jan 2011 18:38:36 GMT` (RFC 9110 §5.6.7).
  package var httpDate: String {
    let (name, month) = (Self.weekdays[weekday], Self.months[month - 1])
    return "\(name), \(Self.two(day)) \(month) \(year) \(clock) GMT"
  }

  private static func days(in month: Int, of year: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  private static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

  private static let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]
}
