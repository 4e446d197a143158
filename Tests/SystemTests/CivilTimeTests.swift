import System
import Testing

@Suite("Civil time")
struct CivilTimeTests {
  @Test(arguments: [
    (0, "1970-01-01T00:00:00Z", "Thu, 01 Jan 1970 00:00:00 GMT"),
    (784_111_777, "1994-11-06T08:49:37Z", "Sun, 06 Nov 1994 08:49:37 GMT"),
    (951_782_400, "2000-02-29T00:00:00Z", "Tue, 29 Feb 2000 00:00:00 GMT"),
    (-1, "1969-12-31T23:59:59Z", "Wed, 31 Dec 1969 23:59:59 GMT"),
  ])
  func `a moment has its spellings`(seconds: Int, rfc3339: String, httpDate: String) {
    let time = CivilTime(secondsSince1970: seconds)
    #expect(time.rfc3339 == rfc3339)
    #expect(time.httpDate == httpDate)
  }

  @Test func `every day from 1600 to 2400 comes back as it was`() {
    for day in stride(from: -135_140, through: 157_054, by: 1) {
      let time = CivilTime(secondsSince1970: day * 86_400 + 3661)
      let again = CivilTime(
        year: time.year, month: time.month, day: time.day, secondOfDay: time.secondOfDay)
      guard again == time, again?.secondsSince1970 == day * 86_400 + 3661 else {
        Issue.record("day \(day) is \(time.rfc3339)")
        return
      }
    }
  }

  @Test(arguments: [
    (2001, 2, 29), (1900, 2, 29), (2000, 2, 30), (2000, 4, 31), (2000, 13, 1), (2000, 0, 1),
    (2000, 1, 0), (2000, 1, 32), (-1, 1, 1), (10_000, 1, 1),
  ])
  func `a day that the calendar does not have is none`(year: Int, month: Int, day: Int) {
    #expect(CivilTime(year: year, month: month, day: day) == nil)
  }
}
