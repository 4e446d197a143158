#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// What is fuzzed: a name, and what takes the bytes; a broken rule traps.
struct FuzzTarget: Sendable {
  var name: String
  var run: @Sendable (UnsafeRawBufferPointer) -> Void
}

let fuzzTargets = [
  FuzzTarget(name: "frames", run: fuzzFrames), FuzzTarget(name: "json", run: fuzzJSON),
  FuzzTarget(name: "text", run: fuzzText), FuzzTarget(name: "documents", run: fuzzDocuments),
  FuzzTarget(name: "scanner", run: fuzzScanner), FuzzTarget(name: "headers", run: fuzzHeaders),
  FuzzTarget(name: "gunzip", run: fuzzGunzip), FuzzTarget(name: "tables", run: fuzzTables),
  FuzzTarget(name: "templates", run: fuzzTemplates), FuzzTarget(name: "sandbox", run: fuzzSandbox),
  FuzzTarget(name: "log", run: fuzzLog), FuzzTarget(name: "answers", run: fuzzAnswers),
  FuzzTarget(name: "queries", run: fuzzQueries),
]

/// The one that the variable names.
private let chosen: FuzzTarget = {
  let name = getenv("FUZZ_TARGET").map { String(cString: $0) } ?? "json"
  guard let target = fuzzTargets.first(where: { $0.name == name }) else {
    fatalError("no such target: \(name)")
  }
  return target
}()

/// What libFuzzer calls for each input.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ data: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
  chosen.run(UnsafeRawBufferPointer(start: data, count: size))
  return 0
}

/// Bytes that are taken from the front, as numbers and texts.
struct FuzzInput {
  var rest: ArraySlice<UInt8>

  init(_ bytes: UnsafeRawBufferPointer) { rest = Array(bytes)[...] }

  mutating func byte() -> Int { Int(rest.popFirst() ?? 0) }

  /// The next bytes up to a zero, as text.
  mutating func text() -> String {
    let bytes = rest.prefix { $0 != 0 }
    rest = rest.dropFirst(bytes.count + 1)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// All of the rest, cut into two at a place that it names itself.
  mutating func halves() -> (ArraySlice<UInt8>, ArraySlice<UInt8>) {
    let place = rest.startIndex + (rest.isEmpty ? 0 : byte() * rest.count / 255)
    let middle = min(max(place, rest.startIndex), rest.endIndex)
    return (rest[..<middle], rest[middle...])
  }
}

/// Traps where a rule does not hold.
func expect(_ holds: Bool, _ rule: String) {
  if !holds { fatalError("broken: \(rule)") }
}
