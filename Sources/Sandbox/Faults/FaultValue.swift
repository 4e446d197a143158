/// The values that faults take: times, shares, sizes and rates.
enum FaultValue {
  /// A time such as `300ms`, `1.5s` or `2m`, up to a day.
  static func duration(_ text: String) -> Duration? {
    let units: [(String, Double)] = [("ms", 0.001), ("s", 1), ("m", 60), ("h", 3600)]
    guard let (number, factor) = split(text, units) else { return nil }
    let seconds = number * factor
    return seconds <= 86_400 ? .microseconds(Int64(seconds * 1_000_000)) : nil
  }

  /// One time, or two with `..` between.
  static func durations(_ text: String) -> ClosedRange<Duration>? {
    guard let dots = text.firstRange(of: ["." as Character, "."]) else {
      return duration(text).map { $0...$0 }
    }
    guard let low = duration(text[..<dots.lowerBound].trimmed),
      let high = duration(text[dots.upperBound...].trimmed), low <= high
    else { return nil }
    return low...high
  }

  /// A share such as `20%`, from 0 to 1.
  static func share(_ text: String) -> Double? {
    guard let (number, _) = split(text, [("%", 1)]), number <= 100 else { return nil }
    return number / 100
  }

  /// A number of bytes such as `512B`, `2KB` or `100MB`, up to 10 GB; units are powers of 1000.
  static func size(_ text: String) -> Int? {
    let units: [(String, Double)] = [("kb", 1e3), ("mb", 1e6), ("gb", 1e9), ("b", 1), ("", 1)]
    guard let (number, factor) = split(text, units), number * factor <= 1e10 else { return nil }
    return Int(number * factor)
  }

  /// Bytes a second, such as `1/s` or `2KB/s`; at least one.
  static func rate(_ text: String) -> Int? {
    guard text.hasSuffix("/s"), let size = size(String(text.dropLast(2))), size > 0 else {
      return nil
    }
    return size
  }

  /// A plain decimal number and the factor of the first unit that it ends in.
  private static func split(
    _ text: String, _ units: [(suffix: String, factor: Double)]
  ) -> (Double, Double)? {
    let lower = text.lowercased()
    guard let unit = units.first(where: { lower.hasSuffix($0.suffix) }) else { return nil }
    let digits = lower.dropLast(unit.suffix.count)
    guard digits.count <= 12, digits.first?.isNumber == true,
      digits.utf8.allSatisfy({ (0x30...0x39).contains($0) || $0 == UInt8(ascii: ".") }),
      let number = Double(digits)
    else { return nil }
    return (number, unit.factor)
  }
}

extension StringProtocol {
  /// This text without the white space around it.
  var trimmed: String {
    let start = drop { $0.isWhitespace }
    guard let end = start.lastIndex(where: { !$0.isWhitespace }) else { return "" }
    return String(start[...end])
  }
}
