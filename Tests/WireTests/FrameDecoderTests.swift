import Testing
import Wire

@Suite("Frames")
struct FrameDecoderTests {
  @Test(
    arguments: [
      "Content-Length: 2\r\n\r\n{}", "content-length:2\n\n{}", "CONTENT-LENGTH:   2  \r\n\r\n{}",
      "Content-Type: application/vscode-jsonrpc; charset=utf-8\r\nContent-Length: 2\r\n\r\n{}",
      "Content-Length: 2\r\nContent-Type: x; charset=UTF8\r\n\r\n{}",
      "Content-Length: 2\r\nContent-Type: x;charset=\"Utf-8\"\r\n\r\n{}",
      "Content-Length: 2\r\nContent-Type: application/json\r\n\r\n{}",
      "X-Unknown: 1\r\nContent-Length: 2\n\r\n{}", "\r\n\r\n\nContent-Length: 2\r\n\r\n{}",
      "Content-Length: 99\r\nContent-Length: 2\r\n\r\n{}", "Content-Length: 2\n\r\n{}",
      "Content-Length: 000000000000002\r\n\r\n{}", "no colon here\r\nContent-Length: 2\r\n\r\n{}",
      "X-Content-Length: 7\r\nContent-Length: 2\r\n\r\n{}", "Content-Length:\t2\r\n\r\n{}",
    ])
  func `headers are read liberally`(bytes: String) {
    #expect(frames(bytes) == [.body(Array("{}".utf8))])
  }

  @Test(
    arguments: [
      "Content-Type: x\r\n\r\n", "Content-Length: two\r\n\r\n", "Content-Length: -2\r\n\r\n",
      "Content-Length: +2\r\n\r\n", "Content-Length:\r\n\r\n", "Content-Length: 1 2\r\n\r\n",
      "Content-Length: 2.0\r\n\r\n", "Content-Length: 0x2\r\n\r\n", "Content-Length 2\r\n\r\n",
      "Content-Length : 2\r\n\r\n", "Content-Length: 1000000000000000\r\n\r\n",
      "Content-Length: 99999999999999999999999\r\n\r\n", "Content-Length: 2;\r\n\r\n",
      "junk\r\n\r\n", "Content-Length: 2\r\nContent-Length: x\r\n\r\n",
    ])
  func `a block without a usable length is told, and the next message is found`(block: String) {
    let next = "Content-Length: 4\r\n\r\nnull"
    for junk in ["", "{}", "{\"a\":[1]}", "lorem ipsum\r\n", "}\n"] {
      #expect(
        frames(block + junk + next) == [.fault(.noUsableLength), .body(Array("null".utf8))],
        "behind \(junk)")
    }
  }

  @Test(
    arguments: [
      "{}Content-Length: 4", "[1]Content-Length: 4", "\nContent-Length: 4",
      "x Content-Length: 9\ncontent-length: 4",
      "Content-LengthContent-Length:\n content-length:4\n"
        + "Content-Length: 4",
      String(repeating: "x", count: 9000) + "}Content-Length: 4",
    ])
  func `the way back begins at a line or directly behind a bracket`(junk: String) {
    #expect(
      frames("bad\r\n\r\n" + junk + "\r\n\r\nnull") == [
        .fault(.noUsableLength), .body(Array("null".utf8)),
      ])
  }

  @Test func `bodies of well-formed messages are never searched`() {
    let body = "{\"a\":\"}Content-Length: 3\r\n\r\n\"}\nContent-Length: 1\r\n\r\n"
    let text = "Content-Length: \(body.utf8.count)\r\n\r\n\(body)Content-Length: 2\r\n\r\n{}"
    #expect(frames(text) == [.body(Array(body.utf8)), .body(Array("{}".utf8))])
  }

  @Test func `another charset is refused and its body skipped`() {
    let text = "Content-Length: 5\r\nContent-Type: x; charset=latin1\r\n\r\nabcde"
    #expect(
      frames(text + "Content-Length: 2\r\n\r\n{}") == [
        .fault(.unsupportedCharset("latin1")), .body(Array("{}".utf8)),
      ])
  }

  @Test func `an empty body is a body`() {
    #expect(
      frames("Content-Length: 0\r\n\r\nContent-Length: 1\r\n\r\n1") == [.body([]), .body([49])])
  }

  @Test func `a message above the limit is told at once, and skipped`() {
    var decoder = FrameDecoder(maximumMessageBytes: 10)
    #expect(
      decoder.decode(Array("Content-Length: 1000000\r\n\r\n".utf8)) == [
        .fault(.messageTooLarge(limit: 10))
      ])
    let chunk = [UInt8](repeating: UInt8(ascii: "x"), count: 10_000)
    for _ in 0..<100 { #expect(decoder.decode(chunk) == []) }
    #expect(decoder.decode(Array("Content-Length: 10\r\n\r\n0123456789".utf8)).count == 1)
  }

  @Test func `a header block above 8 KiB is told once, and skipped with its body`() {
    let long = "X: " + String(repeating: "y", count: 9_000)
    for block in [
      "Content-Length: 5\r\n\(long)\r\n\r\nabcde", "\(long)\r\nContent-Length: 5\r\n\r\nabcde",
      "\(long)\(long)\r\ncontent-length:5\n\nabcde",
    ] {
      #expect(
        frames(block + "Content-Length: 2\r\n\r\n{}") == [
          .fault(.headerTooLarge(limit: 8192)), .body(Array("{}".utf8)),
        ])
    }
  }

  @Test func `a block of many short lines is bounded too`() {
    let lines = String(repeating: "X: y\r\n", count: 3_000)
    #expect(
      frames(lines + "Content-Length: 3\r\n\r\nabcContent-Length: 2\r\n\r\n{}") == [
        .fault(.headerTooLarge(limit: 8192)), .body(Array("{}".utf8)),
      ])
  }

  // MARK: lines

  @Test(
    arguments: [
      ("{}\n", ["{}"]), ("[]\r\n{}\n", ["[]", "{}"]), ("\n \t\r\n{}\n\n", ["{}"]), ("{}", ["{}"]),
      ("{}\nnot json\n{}\n", ["{}", "not json", "{}"]), ("{\"a\":\n1}\n", ["{\"a\":", "1}"]),
      ("  {}\n", ["{}"]), ("{}\nContent-Length: 2\n", ["{}", "Content-Length: 2"]),
    ] as [(String, [String])])
  func `a line is a message`(bytes: String, bodies: [String]) {
    let found = frames(bytes).map { frame -> String in
      guard case .body(let body) = frame else { return "fault" }
      return String(decoding: body.filter { $0 != 0x0D }, as: UTF8.self)
    }
    #expect(found == bodies)
  }

  @Test func `a line above the limit is told once and not held`() {
    var decoder = FrameDecoder(framing: .lines, maximumMessageBytes: 8)
    var found = decoder.decode(Array("{\"a\":\"".utf8))
    for _ in 0..<100 { found += decoder.decode([UInt8](repeating: 0x61, count: 1_000)) }
    found += decoder.decode(Array("\"}\n[1]\n12345678\r\n123456789\r\n".utf8))
    #expect(
      found.map(\.isFault) == [true, false, false, true])
  }

  @Test(
    arguments: [
      ("{", Framing.lines), ("[", .lines), (" \r\n\t{", .lines), ("C", .headers),
      ("\n\nx", .headers),
      ("\"", .headers), ("1", .headers), (" \n", nil), ("", nil),
    ] as [(String, Framing?)])
  func `the first byte that is no white space decides`(bytes: String, framing: Framing?) {
    var decoder = FrameDecoder()
    for byte in bytes.utf8 { _ = decoder.decode([byte]) }
    #expect(decoder.framing == framing)
  }

  @Test func `a framing that was asked for holds whatever comes`() {
    var lines = FrameDecoder(framing: .lines)
    #expect(lines.decode(Array("Content-Length: 2\n".utf8)).count == 1)
    var headers = FrameDecoder(framing: .headers)
    #expect(
      headers.decode(Array("{}\r\n\r\nContent-Length: 2\r\n\r\n{}".utf8)) == [
        .fault(.noUsableLength), .body(Array("{}".utf8)),
      ])
  }

  @Test func `the end of the input ends a last line, and nothing else`() {
    var lines = FrameDecoder()
    #expect(lines.decode(Array("{}".utf8)) == [])
    #expect(lines.finish() == [.body(Array("{}".utf8))])
    var headers = FrameDecoder()
    #expect(headers.decode(Array("Content-Length: 3\r\n\r\n{}".utf8)) == [])
    #expect(headers.finish() == [])
  }

  private func frames(_ text: String) -> [Frame] {
    var decoder = FrameDecoder()
    return decoder.decode(Array(text.utf8)) + decoder.finish()
  }
}

extension Frame {
  var isFault: Bool { if case .fault = self { true } else { false } }
}
