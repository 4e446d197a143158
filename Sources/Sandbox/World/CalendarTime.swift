/// Dates of the civil calendar in the two spellings of HTTP APIs; all times are UTC.
struct CalendarTime: Sendable, Equatable {
  var year: Int
  var month: Int
  var day: Int
  var secondOfDay: Int
  private var daysSinceEpoch: Int

  /// - Parameter seconds: since 1970.
  init(seconds: Int) {
    daysSinceEpoch = (seconds - ((seconds % 86_400) + 86_400) % 86_400) / 86_400
    secondOfDay = seconds - daysSinceEpoch * 86_400
    // Counts in eras of 400 years that begin on 1 March, so that leap days come last.
    let shifted = daysSinceEpoch + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
    month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  }

  /// As `2011-01-25T18:38:36Z`.
  var iso: String { "\(year)-\(two(month))-\(two(day))T\(clock)Z" }

  /// As `Tue, 25 Jan 2011 18:38:36 GMT`.
  var http: String {
    let weekday = ((daysSinceEpoch + 4) % 7 + 7) % 7
    return "\(weekdays[weekday]), \(two(day)) \(months[month - 1]) \(year) \(clock) GMT"
  }

  private var clock: String {
    "\(two(secondOfDay / 3600)):\(two(secondOfDay / 60 % 60)):\(two(secondOfDay % 60))"
  }

  private func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}

private let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
private let months = [
  "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
]
