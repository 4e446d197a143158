/// Reads the number at the start of `bytes` (RFC 8259 §6); returns it and its length.
func scanNumber(
  _ bytes: UnsafeRawBufferPointer, at start: Int
) throws(JSONError) -> (JSONValue, Int) {
  var i = 0
  let isNegative = bytes[0] == UInt8(ascii: "-")
  if isNegative { i = 1 }
  let firstDigit = i
  i = digits(bytes, from: i)
  let count = i - firstDigit
  guard count > 0, count == 1 || bytes[firstDigit] != UInt8(ascii: "0") else {
    throw JSONError(reason: .badNumber, offset: start + min(firstDigit, bytes.count))
  }

  var isWhole = true
  if i < bytes.count, bytes[i] == UInt8(ascii: ".") {
    isWhole = false
    let end = digits(bytes, from: i + 1)
    guard end > i + 1 else { throw JSONError(reason: .badNumber, offset: start + end) }
    i = end
  }
  if i < bytes.count, bytes[i] | 0x20 == UInt8(ascii: "e") {
    isWhole = false
    var exponent = i + 1
    if exponent < bytes.count,
      bytes[exponent] == UInt8(ascii: "+") || bytes[exponent] == UInt8(ascii: "-")
    {
      exponent += 1
    }
    let end = digits(bytes, from: exponent)
    guard end > exponent else { throw JSONError(reason: .badNumber, offset: start + end) }
    i = end
  }

  if isWhole, let value = wholeNumber(bytes[firstDigit..<i], isNegative: isNegative) {
    return (value, i)
  }
  let text = String(decoding: bytes[..<i], as: UTF8.self)
  if isWhole { return (.largeInteger(text), i) }
  guard let value = Double(text) else {
    throw JSONError(reason: .badNumber, offset: start)
  }
  return (.number(value), i)
}

private func digits(_ bytes: UnsafeRawBufferPointer, from start: Int) -> Int {
  var i = start
  while i < bytes.count, bytes[i] &- UInt8(ascii: "0") < 10 { i += 1 }
  return i
}

/// The exact value, nil where it does not fit; minus zero is a double.
private func wholeNumber(
  _ digits: Slice<UnsafeRawBufferPointer>, isNegative: Bool
) -> JSONValue? {
  var value: Int64 = 0
  if digits.count <= 18 {
    // Too few to overflow.
    for byte in digits { value = value &* 10 &+ Int64(byte &- UInt8(ascii: "0")) }
    if isNegative { value = -value }
  } else {
    for byte in digits {
      let digit = Int64(byte - UInt8(ascii: "0"))
      let (product, tooLarge) = value.multipliedReportingOverflow(by: 10)
      let (sum, overflow) =
        isNegative
        ? product.subtractingReportingOverflow(digit) : product.addingReportingOverflow(digit)
      guard !tooLarge, !overflow else { return nil }
      value = sum
    }
  }
  return isNegative && value == 0 ? .number(-0.0) : .integer(value)
}
