import URLs

/// Puts a response together from the header lines and body pieces of one transfer.
///
/// Holds the limits while the bytes come in: the first one that is passed ends the transfer.
struct ResponseCollector {
  private enum Phase { case beforeStatus, inHeaders, inBody }

  private let maximumBodyBytes: Int
  private var remainingHeaderBytes: Int
  private var phase = Phase.beforeStatus
  private var status = 0
  private var headers = FieldLines()
  private var body: [UInt8] = []
  private var gunzip: Gunzip?
  /// Why the transfer was ended from this side.
  private(set) var failure: HTTPError?

  init(maximumBodyBytes: Int, maximumHeaderBytes: Int) {
    self.maximumBodyBytes = maximumBodyBytes
    remainingHeaderBytes = maximumHeaderBytes
  }

  /// Takes one header line with its line end; returns false to hang up.
  ///
  /// What belongs to an interim response is forgotten when the next status line comes; trailers,
  /// which come after the body, are passed over.
  mutating func takeHeader(_ line: UnsafeBufferPointer<UInt8>) -> Bool {
    remainingHeaderBytes -= line.count
    guard remainingHeaderBytes >= 0 else {
      return fail(.badResponse(reason: "the header is too large"))
    }
    if phase == .inBody { return true }
    if line.starts(with: "HTTP/".utf8) {
      status = Self.status(line)
      headers = FieldLines()
      phase = .inHeaders
    } else if !line.allSatisfy({ $0 == 0x0D || $0 == 0x0A }) {
      headers.take(line)
    } else if !(100..<200).contains(status) {
      phase = .inBody
      return beginBody()
    }
    return true
  }

  /// Takes one piece of the body as it came; returns false to hang up.
  mutating func takeBody(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let gunzip else { return append(bytes) }
    guard gunzip.unpack(bytes, into: { append($0) }) else {
      return fail(.badResponse(reason: "the body is not the gzip that it says it is"))
    }
    return failure == nil
  }

  /// Returns the response, once the transfer has ended well.
  func response(url: String) throws(HTTPError) -> Response {
    if let failure { throw failure }
    guard phase == .inBody else { throw .badResponse(reason: "there is no HTTP header") }
    guard gunzip?.isComplete ?? true else {
      throw .badResponse(reason: "the gzip body is cut off")
    }
    return Response(status: status, headers: Headers(headers.fields), body: body, url: url)
  }

  private mutating func beginBody() -> Bool {
    if status == 204 || status == 304 { return true }
    let fields = Headers(headers.fields)
    if let length = fields.single("Content-Length").flatMap({ Int($0) }) {
      if length > maximumBodyBytes { return fail(.bodyTooLarge(limit: maximumBodyBytes)) }
      body.reserveCapacity(min(length, 1 << 20))
    }
    let coding = fields["Content-Encoding"] ?? ""
    switch coding.lowercased() {
    case "", "identity": return true
    case "gzip", "x-gzip":
      gunzip = Gunzip()
      return gunzip != nil || fail(.failed(reason: "out of memory"))
    default: return fail(.badResponse(reason: "the body has a coding that was not asked for"))
    }
  }

  private mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    guard bytes.count <= maximumBodyBytes - body.count else {
      return fail(.bodyTooLarge(limit: maximumBodyBytes))
    }
    body.append(contentsOf: bytes)
    return true
  }

  private mutating func fail(_ error: HTTPError) -> Bool {
    if failure == nil { failure = error }
    return false
  }

  /// Returns the number in `HTTP/1.1 200 OK`; 0 where there is none.
  private static func status(_ line: UnsafeBufferPointer<UInt8>) -> Int {
    let digits = line.drop { $0 != 0x20 }.drop { $0 == 0x20 }.prefix(while: isDigit)
    return digits.count == 3 ? digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) } : 0
  }
}
