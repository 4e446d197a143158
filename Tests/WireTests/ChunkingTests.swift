import Explorer
import JSON
import TestKit
import Testing
import Wire

@Suite("Any chunking, any damage")
struct ChunkingTests {
  /// A conversation with everything in it that a decoder may stumble over.
  private static let conversation = Array(
    [
      "Content-Length: 45\r\n\r\n{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\"}",
      "\r\n\ncontent-length:2\n\n{}",
      "Content-Type: a; charset=latin1\r\nContent-Length: 3\r\n\r\nabc",
      "Content-Length: x\r\n\r\nlost {\"a\":1}Content-Length: 6\r\n\r\n\"é}]\"",
      "Content-Length: 40\r\n\r\n0123456789012345678901234567890123456789",
      "X: \(String(repeating: "y", count: 9_000))\r\nContent-Length: 1\r\n\r\n1",
      "Content-Length: 0\r\n\r\nContent-Length: 4\r\n\r\nnull",
    ].joined().utf8)

  private static let lines = Array(
    "{\"a\":1}\r\n\n[1,2]\n  \nnot json\n\"é😀\"\n\(String(repeating: "x", count: 60))\n{}".utf8)

  @Test(arguments: [conversation, lines])
  func `a conversation split at every byte is the same conversation`(bytes: [UInt8]) {
    let whole = frames([bytes[...]])
    #expect(whole.count > 5)
    for place in 0...bytes.count where frames([bytes[..<place], bytes[place...]]) != whole {
      Issue.record("it differs when split at byte \(place)")
      return
    }
    #expect(frames(bytes.indices.map { bytes[$0...$0] }) == whole)
  }

  @Test(arguments: UInt64(1)...6)
  func `random chunks are the same conversation`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    for bytes in [Self.conversation, Self.lines] {
      let whole = frames([bytes[...]])
      for _ in 0..<150 {
        let longest = random.pick([3, 40, 700, 5_000])
        guard frames(random.chunks(bytes, upTo: longest)) == whole else {
          Issue.record("chunks of up to \(longest) bytes make another conversation")
          return
        }
      }
    }
  }

  /// Whatever came before, a well-formed message is understood once the decoder is between messages;
  /// junk that announces a body may swallow so many bytes, and no more.
  @Test(arguments: UInt64(1)...10)
  func `after any damage the decoder is back in step`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let frames = [
      "Content-Length: 45\r\n\r\n{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\"}",
      "content-length:2\n\n{}", "Content-Type: a; charset=utf-8\r\nContent-Length: 4\r\n\r\nnull",
      "Content-Length: 40\r\n\r\n{\"a\":\"}]Content-Length: 3\r\n\r\nabc\"}......",
    ].map { Array($0.utf8) }
    let padding = [UInt8](repeating: UInt8(ascii: "x"), count: 1_200)
    let marker = Array("Content-Length: 8\r\n\r\n\"marker\"".utf8)
    let limit = 1_000
    for _ in 0..<5_000 {
      var bytes: [UInt8] = []
      for _ in 0..<1 + random.below(3) { bytes += random.damaged(random.pick(frames)) }
      // A damaged length may announce up to the limit as a body; a larger one is skipped as it says.
      guard Self.announcesNoMore(than: limit, bytes) else { continue }
      bytes += padding + Array("\n".utf8) + marker + marker
      var decoder = FrameDecoder(framing: .headers, maximumMessageBytes: limit)
      var found: [Frame] = []
      for chunk in random.chunks(bytes, upTo: 300) { found += decoder.decode(chunk) }
      guard found.last == .body(Array("\"marker\"".utf8)) else {
        Issue.record("out of step behind \(String(decoding: bytes.dropLast(1_300), as: UTF8.self))")
        return
      }
    }
  }

  @Test(arguments: UInt64(1)...5)
  func `any line behind any damaged lines is understood`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let lines = ["{\"a\":1}", "[1,2]", "{\"é\":\"😀\"}"].map { Array($0.utf8) }
    for _ in 0..<5_000 {
      var decoder = FrameDecoder(framing: .lines, maximumMessageBytes: 30)
      var found: [Frame] = []
      let bytes = random.damaged(random.pick(lines)) + Array("\n\"marker\"\n".utf8)
      for chunk in random.chunks(bytes, upTo: 9) { found += decoder.decode(chunk) }
      guard found.last == .body(Array("\"marker\"".utf8)) else {
        Issue.record("out of step behind \(bytes)")
        return
      }
    }
  }

  @Test(arguments: UInt64(1)...5)
  func `any damaged body is a message or an error`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let bodies = [
      #"{"jsonrpc":"2.0","id":1,"method":"search/query","params":{"query":"é\n"}}"#,
      #"[{"jsonrpc":"2.0","method":"x"},{"jsonrpc":"2.0","id":"a","method":"y"}]"#,
      #"{"jsonrpc":"2.0","id":9007199254740993,"method":"z","params":[]}"#,
    ].map { Array($0.utf8) }
    var (unreadable, invalid, read) = (0, 0, 0)
    for _ in 0..<5_000 {
      switch MessageBody(.body(random.damaged(random.pick(bodies)))) {
      case .unreadable: unreadable += 1
      case .single(.invalid): invalid += 1
      case .single, .batch: read += 1
      }
    }
    #expect(unreadable > 500)
    #expect(invalid > 10)
    #expect(read > 100)
  }

  private func frames(_ chunks: [ArraySlice<UInt8>]) -> [Frame] {
    var decoder = FrameDecoder(maximumMessageBytes: 45)
    var found: [Frame] = []
    for chunk in chunks { found += decoder.decode(chunk) }
    return found + decoder.finish()
  }

  /// Whether no run of digits in `bytes` is a larger number than `limit`.
  private static func announcesNoMore(than limit: Int, _ bytes: [UInt8]) -> Bool {
    bytes.split { !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }.allSatisfy { digits in
      digits.count < 15 && (Int(String(decoding: digits, as: UTF8.self)) ?? 0) <= limit
    }
  }
}
