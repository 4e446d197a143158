/// Takes requests out of a stream of bytes (RFC 9112); does no I/O.
struct RequestReader: Sendable {
  enum Result: Sendable {
    case needsMore
    /// The head is whole and its sender waits to be told to send the body.
    case needsContinue
    case request(Request)
    /// Answered with that status and words; nothing after it can be read.
    case malformed(status: Int, String)
  }

  static let maximumHeadBytes = 65_536
  static let maximumBodyBytes = 1_048_576

  private var buffer: [UInt8] = []
  /// How far the buffer was searched for the end of a head.
  private var searched = 0
  private var head: Request?
  private var bodyLength = 0

  var isEmpty: Bool { buffer.isEmpty && head == nil }

  mutating func append(_ bytes: [UInt8]) { buffer += bytes }

  /// The next request that is whole.
  mutating func next() -> Result {
    if head == nil {
      skipBlankLines()
      guard let end = endOfHead() else {
        return buffer.count > Self.maximumHeadBytes
          ? .malformed(status: 431, "The head of the request is too long.") : .needsMore
      }
      guard end <= Self.maximumHeadBytes else {
        return .malformed(status: 431, "The head of the request is too long.")
      }
      do throws(RequestHead.Malformed) {
        let parsed = try RequestHead.parse(buffer[..<end])
        (head, bodyLength) = (parsed.request, parsed.bodyLength)
      } catch {
        return .malformed(status: error.status, error.words)
      }
      buffer.removeFirst(end)
      searched = 0
      if bodyLength > buffer.count, head?.header("expect")?.lowercased() == "100-continue" {
        return .needsContinue
      }
    }
    guard var request = head, buffer.count >= bodyLength else { return .needsMore }
    request.body = Array(buffer[..<bodyLength])
    buffer.removeFirst(bodyLength)
    head = nil
    return .request(request)
  }

  /// Blank lines before a request are let pass (RFC 9112 §2.2).
  private mutating func skipBlankLines() {
    let blank = buffer.prefix { $0 == newline || $0 == carriageReturn }.count
    guard blank > 0 else { return }
    buffer.removeFirst(blank)
    searched = 0
  }

  /// The position after the empty line; lines may end in a bare newline.
  private mutating func endOfHead() -> Int? {
    var i = searched
    while i < buffer.count {
      if buffer[i] == newline {
        if i + 1 < buffer.count, buffer[i + 1] == newline { return i + 2 }
        if i + 2 < buffer.count, buffer[i + 1] == carriageReturn, buffer[i + 2] == newline {
          return i + 3
        }
      }
      i += 1
    }
    searched = max(0, buffer.count - 3)
    return nil
  }
}

private let newline = UInt8(ascii: "\n")
private let carriageReturn = UInt8(ascii: "\r")
