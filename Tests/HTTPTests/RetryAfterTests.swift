import HTTP
import Testing

@Suite("The Retry-After header")
struct RetryAfterTests {
  /// The moment of the examples in RFC 9110, Sun, 06 Nov 1994 08:49:37 GMT.
  private static let now = 784_111_777

  @Test(
    arguments: [
      ("0", .zero), ("120", .seconds(120)), (" 7 ", .seconds(7)), ("-5", .zero),
      ("99999999999999999999999", .seconds(86_400)), ("-99999999999999999999999", .zero),
      ("90000", .seconds(86_400)), ("", nil), ("soon", nil), ("1.5", nil), ("1 s", nil),
      ("+1", nil),
      ("Sun, 06 Nov 1994 08:50:37 GMT", .seconds(60)),
      ("Sunday, 06-Nov-94 08:49:47 GMT", .seconds(10)),
      ("Sun Nov  6 08:49:38 1994", .seconds(1)), ("Sun, 06 Nov 1994 08:49:36 GMT", .zero),
      ("Thu, 01 Jan 1970 00:00:00 GMT", .zero), ("Fri, 31 Dec 9999 23:59:59 GMT", .seconds(86_400)),
      ("Sun, 31 Feb 1995 08:49:37 GMT", nil), ("Sun, 06 Nov 1994 24:00:00 GMT", nil),
      ("Sun, 06 Foo 1994 08:49:37 GMT", nil), ("Sun, 06 Nov 1994 08:49:37 CET", nil),
      ("Sun, 06 Nov 1994", nil), (", , , , ,", nil), ("a b c d e f", nil),
    ] as [(String, Duration?)])
  func `it is a wait, or nothing`(value: String, wait: Duration?) {
    #expect(RetryAfter.parse(value, now: Self.now) == wait)
  }

  @Test(arguments: [
    ("Thu, 01 Jan 1970 00:00:00 GMT", 0), ("Tue, 29 Feb 2000 12:00:00 GMT", 951_825_600),
    ("Wed, 01 Mar 2000 00:00:00 GMT", 951_868_800),
    ("Tue, 19 Jan 2038 03:14:08 GMT", 2_147_483_648),
    ("Monday, 31-Dec-79 23:59:59 GMT", 315_532_799), ("Wed Dec 31 23:59:59 1969", -1),
    ("Friday, 01-Jan-27 00:00:00 GMT", 1_798_761_600),
  ])
  func `a date is seconds since 1970`(text: String, seconds: Int) {
    #expect(HTTPDate.parse(text, now: 1_700_000_000) == seconds)
  }
}
