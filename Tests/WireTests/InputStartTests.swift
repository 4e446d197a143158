import Testing
import Wire

@Suite("The start of the input")
struct InputStartTests {
  private static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]

  /// The frames of bytes that come in chunks of each size, and the framing that was found.
  private func decoded(
    _ bytes: [UInt8], _ framing: Framing? = nil, inChunksOf size: Int
  ) -> (frames: [Frame], framing: Framing?) {
    var decoder = FrameDecoder(framing: framing)
    var frames: [Frame] = []
    for start in stride(from: 0, to: bytes.count, by: size) {
      frames += decoder.decode(bytes[start..<min(start + size, bytes.count)])
    }
    return (frames + decoder.finish(), decoder.framing)
  }

  private func expect(
    _ bytes: [UInt8], _ option: Framing?, _ frames: [Frame], _ framing: Framing?
  ) {
    for size in [1, 2, 3, max(1, bytes.count)] {
      let found = decoded(bytes, option, inChunksOf: size)
      #expect(found.frames == frames, "in chunks of \(size)")
      #expect(found.framing == framing)
    }
  }

  private let body = Frame.body(Array("{}".utf8))
  private let headers = Array("Content-Length: 2\r\n\r\n{}".utf8)
  private let line = Array("{}\n".utf8)

  @Test(arguments: [nil, Framing.lines])
  func `a byte order mark before a line is skipped`(option: Framing?) {
    expect(Self.mark + line + Self.mark + line, option, [body, body], .lines)
    expect(Array(" \n".utf8) + Self.mark + line, option, [body], .lines)
  }

  @Test(arguments: [nil, Framing.headers])
  func `a byte order mark before a header or in a body is skipped`(option: Framing?) {
    expect(Self.mark + headers, option, [body], .headers)
    let marked = Array("Content-Length: 5\r\n\r\n".utf8) + Self.mark + Array("{}".utf8)
    expect(marked + headers, option, [body, body], .headers)
  }

  @Test(arguments: ["# my session\n", "hello\n", "# my session\r\n", "é: 1\n"])
  func `a first line that is neither JSON nor a header is told, and the next is read`(
    text: String
  ) {
    expect(Array(text.utf8) + line, nil, [.fault(.neitherHeaderNorJSON), body], .lines)
    if !text.hasSuffix("\r\n") {
      expect(Array(text.utf8) + headers, nil, [.fault(.neitherHeaderNorJSON), body], .headers)
    }
  }

  @Test func `a line that is neither and nothing behind it is told at the end`() {
    expect(Array("hello".utf8), nil, [.fault(.neitherHeaderNorJSON)], .lines)
    expect(Array(" \n".utf8), nil, [], nil)
  }

  @Test(arguments: ["Content-Len", "Content-Length: 2", "Content-Length: 2\r\n", "X-Y: 1\r\n\r"])
  func `the end of the input inside a header is told`(text: String) {
    expect(Array(text.utf8), nil, [.fault(.endInHeader)], .headers)
    expect(headers + Array(text.utf8), nil, [body, .fault(.endInHeader)], .headers)
    expect(Array(text.utf8), .headers, [.fault(.endInHeader)], .headers)
  }

  @Test(arguments: [true, false], [true, false])
  func `UTF-16 before headers is told, and a header behind it is found`(
    isBigEndian: Bool, hasMark: Bool
  ) {
    let utf16 = Self.utf16((hasMark ? "\u{FEFF}" : "") + "Content-Length: 2\r\n\r\n{}", isBigEndian)
    expect(utf16 + [0x0A] + headers, nil, [.fault(.utf16), body], .headers)
  }

  @Test func `a line that is neither is told however much comes with it`() {
    let lines = Array(repeating: line, count: 5_000).flatMap { $0 }
    let bodies = Array(repeating: body, count: 5_000)
    for bytes in [lines[...], lines[..<6]] {
      let found = decoded(Array("hello\n".utf8) + bytes, inChunksOf: 64 << 10)
      #expect(found.frames == [.fault(.neitherHeaderNorJSON)] + bodies[..<(bytes.count / 3)])
      #expect(found.framing == .lines)
    }
  }

  private static func utf16(_ text: String, _ isBigEndian: Bool) -> [UInt8] {
    text.utf16.flatMap { unit in
      let bytes = [UInt8(unit >> 8), UInt8(unit & 0xFF)]
      return isBigEndian ? bytes : bytes.reversed()
    }
  }

  @Test(arguments: [true, false], [true, false])
  func `each line of UTF-16 is told to be that`(isBigEndian: Bool, hasMark: Bool) {
    let text = (hasMark ? "\u{FEFF}" : "") + "{\"a\":1}\n{\"a\":2}\n"
    let found = decoded(Self.utf16(text, isBigEndian), inChunksOf: 5)
    #expect(found.framing == .lines)
    let bodies = found.frames.map { MessageBody($0) }
    #expect(bodies.count == 2)
    for body in bodies {
      guard case .unreadable(.frame(.utf16)) = body else {
        Issue.record("\(body)")
        continue
      }
    }
  }

  @Test(
    arguments: [
      [0xFF, 0xFE, 0x7B, 0x00, 0x7D, 0x00, 0x0A, 0x00], [0xFE, 0xFF, 0x00, 0x7B, 0x00, 0x7D],
      [0xFF, 0xFE, 0x43, 0x00, 0x0A], [0xFF, 0xFE], [0xFE, 0xFF, 0x00], [0xFF], [0x00, 0x00, 0x7B],
      Array("C\0o\0\nContent-Length: 2\r\n\r\n{}".utf8), Array("C".utf8), Array(" \0{\0".utf8),
    ] as [[UInt8]], [nil, Framing.lines, .headers])
  func `where the input is cut decides nothing`(bytes: [UInt8], option: Framing?) {
    let whole = decoded(bytes, option, inChunksOf: bytes.count)
    for cut in 1..<max(2, bytes.count) {
      var decoder = FrameDecoder(framing: option)
      var frames = decoder.decode(bytes[..<cut])
      frames += decoder.decode(bytes[cut...])
      frames += decoder.finish()
      #expect(frames == whole.frames, "cut at \(cut)")
      #expect(decoder.framing == whole.framing, "cut at \(cut)")
    }
  }

  @Test func `a mark of UTF-16 and nothing behind it is told at the end`() {
    expect([0xFF, 0xFE], nil, [.fault(.utf16)], .lines)
    expect([0xFF, 0xFE], .headers, [.fault(.utf16)], .headers)
  }

  @Test func `zeros without an end behind a mark of UTF-16 are not held`() {
    var decoder = FrameDecoder()
    let zeros = [UInt8](repeating: 0, count: FrameDecoder.maximumHeaderBytes)
    #expect(decoder.decode([0xFF, 0xFE]).isEmpty)
    #expect(decoder.decode(zeros) == [.fault(.utf16)])
  }
}
