/// What a commit counts by its age: half as much for every year.
struct AgeWeight: Sendable {
  private static let year = 365
  /// 2^(-1/365).
  private static let dayFactor = 0.998_102_780_173_871_1

  /// In seconds since 1970.
  private let now: Int64
  private let byDay: [Double]

  init(now: Int64) {
    self.now = now
    byDay = sequence(first: 1.0) { $0 * Self.dayFactor }.prefix(Self.year).map { $0 }
  }

  /// What is newer than now counts as now.
  func callAsFunction(_ time: Int64) -> Double {
    let (age, isTooOld) = now.subtractingReportingOverflow(time)
    guard !isTooOld else { return 0 }
    let days = max(0, age / 86_400)
    let years = days / Int64(Self.year)
    guard years < 1000 else { return 0 }
    return byDay[Int(days) % Self.year] * Double(sign: .plus, exponent: -Int(years), significand: 1)
  }
}
