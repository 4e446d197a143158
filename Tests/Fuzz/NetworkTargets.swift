import URLs

@testable import HTTP
@testable import Sandbox

/// Links, waits, dates and URLs: what is read is written and read as the same.
func fuzzHeaders(_ bytes: UnsafeRawBufferPointer) {
  var input = FuzzInput(bytes)
  let (first, second) = (input.text(), input.text())
  for link in Link.parse(first) {
    expect(!link.target.contains(">"), "a target ends at its bracket")
  }
  if let wait = RetryAfter.parse(first, now: 1_700_000_000) {
    expect(wait >= .zero && wait <= RetryAfter.longest, "a wait is within its bounds")
  }
  _ = HTTPDate.parse(first, now: 1_700_000_000)
  guard let url = ResolvedURL(first) else { return }
  expect(ResolvedURL(url.description)?.description == url.description, "a URL is itself")
  guard let other = url.resolving(second) else { return }
  for written in [url.description, other.description] {
    expect(written.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7F }, "no control is in a URL")
  }
  expect(ResolvedURL(other.description)?.description == other.description, "a URL is itself")
}

/// In one piece or in two the same comes out, and never more than is wanted.
func fuzzGunzip(_ bytes: UnsafeRawBufferPointer) {
  var input = FuzzInput(bytes)
  let (first, second) = input.halves()
  func unpacked(_ pieces: [ArraySlice<UInt8>]) -> (output: [UInt8], isWell: Bool)? {
    guard let gunzip = Gunzip() else { return nil }
    var output: [UInt8] = []
    var isWell = true
    for piece in pieces where isWell && !piece.isEmpty {
      isWell = piece.withUnsafeBufferPointer { piece in
        gunzip.unpack(piece) {
          output += $0
          return output.count < 1 << 20
        }
      }
      if output.count >= 1 << 20 { return nil }
    }
    return (output, isWell && gunzip.isComplete)
  }
  guard let whole = unpacked([first + second]), let cut = unpacked([first, second]) else { return }
  expect(whole.isWell == cut.isWell, "whether it is whole does not depend on the cut")
  if whole.isWell { expect(whole.output == cut.output, "what comes out does not either") }
}

/// Requests do not depend on how their bytes are cut; faults are read or refused.
func fuzzSandbox(_ bytes: UnsafeRawBufferPointer) {
  var input = FuzzInput(bytes)
  _ = try? Faults(parsing: String(decoding: bytes, as: UTF8.self))
  let (first, second) = input.halves()
  func requests(_ pieces: [ArraySlice<UInt8>]) -> [String] {
    var reader = RequestReader()
    var found: [String] = []
    for piece in pieces {
      reader.append(Array(piece))
      reading: while true {
        switch reader.next() {
        case .request(let request):
          found.append("\(request.method) \(request.target) \(request.page) \(request.body)")
        case .malformed(let status, _): return found + ["\(status)"]
        case .needsMore, .needsContinue: break reading
        }
      }
    }
    return found
  }
  expect(
    requests([first + second]) == requests([first, second]), "requests are the bytes'")
}
