import JSON
import Wire

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Cut anywhere, the same bytes are the same frames; each body is a message of some kind.
func fuzzFrames(_ bytes: UnsafeRawBufferPointer) {
  var input = FuzzInput(bytes)
  let framing = [nil, Framing.headers, .lines][input.byte() % 3]
  let (first, second) = input.halves()
  var whole = FrameDecoder(framing: framing, maximumMessageBytes: 1000)
  var cut = whole
  let frames = whole.decode(first + second) + whole.finish()
  let pieces = cut.decode(first) + cut.decode(second) + cut.finish()
  expect(frames == pieces, "frames do not depend on how the bytes are cut")
  for frame in frames {
    guard case .single(.request(let request)) = MessageBody(frame) else { continue }
    _ = request.params
  }
}

/// What is read and written is read as the same, and the outline refuses what the parser refuses.
///
/// With `FUZZ_PRINT` it prints what it makes of an input, for a comparison with another parser.
func fuzzJSON(_ bytes: UnsafeRawBufferPointer) {
  let value = try? JSONValue(parsing: bytes)
  let outlined = (try? JSONOutline(of: bytes) { _, _ in }) != nil
  expect(outlined == (value != nil), "the outline checks what the parser checks")
  let written = value?.jsonBytes
  if let value, let written {
    let back = try? JSONValue(parsing: written)
    expect(back?.jsonBytes == written, "what is written is read as the same")
    expect(back == value || written.firstRange(of: Array("null".utf8)) != nil, "and is the same")
    expect((try? JSONValue(parsing: value.jsonBytes(.strict))) != nil, "the strict form is read")
  }
  guard getenv("FUZZ_PRINT") != nil else { return }
  print(written.map { String(decoding: $0, as: UTF8.self) } ?? "refused")
}
