import Testing

@testable import Sandbox

@Suite struct RequestReaderTests {
  private let plain =
    "PUT /a?b=%20 HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\nX-A:  b c \r\n\r\nxyz"

  private func read(_ text: String) -> [RequestReader.Result] {
    var reader = RequestReader()
    reader.append(Array(text.utf8))
    var results: [RequestReader.Result] = []
    while true {
      let result = reader.next()
      if case .needsMore = result { return results }
      results.append(result)
      if case .malformed = result { return results }
    }
  }

  private func status(_ text: String) -> Int? {
    guard case .malformed(let status, _) = read(text).first else { return nil }
    return status
  }

  @Test func aRequestIsTakenApartWhereverItIsSplit() throws {
    let bytes = Array(plain.utf8)
    for split in 0...bytes.count {
      var reader = RequestReader()
      reader.append(Array(bytes[..<split]))
      var result = reader.next()
      if case .needsMore = result {
        reader.append(Array(bytes[split...]))
        result = reader.next()
      }
      guard case .request(let request) = result else {
        Issue.record("no request when split at \(split)")
        continue
      }
      #expect(request.method == "PUT" && request.target == "/a?b=%20")
      #expect(request.header("x-a") == "b c")
      #expect(request.body == Array("xyz".utf8))
      #expect(reader.isEmpty)
    }
  }

  @Test func requestsMayFollowOneAnother() {
    #expect(read(plain + "\r\n" + plain + plain).count == 3)
  }

  @Test func theEndOfAConnectionIsReadFromVersionAndHeader() throws {
    func closes(_ head: String) -> Bool? {
      guard case .request(let request) = read(head + "\r\n\r\n").first else { return nil }
      return request.closesConnection
    }
    #expect(closes("GET / HTTP/1.1\r\nHost: x") == false)
    #expect(closes("GET / HTTP/1.1\r\nHost: x\r\nConnection: Close") == true)
    #expect(closes("GET / HTTP/1.0") == true)
    #expect(closes("GET / HTTP/1.0\r\nConnection: keep-alive") == false)
  }

  @Test(arguments: [
    ("GET /", 400), ("GET  / HTTP/1.1", 400), ("get / HTTP/1.1", 400), ("GET x HTTP/1.1", 400),
    ("GET / HTTP/2.0", 505), ("GET / FTP/1", 400), ("\u{0}\u{1}\u{2}", 400),
    ("GET /é HTTP/1.1", 400), ("GET / HTTP/1.1", 400), ("GET / HTTP/1.1\r\nHost : x", 400),
    ("GET / HTTP/1.1\r\nHost: x\r\n folded", 400), ("GET / HTTP/1.1\r\nHost: x\r\nHost: y", 400),
    ("GET / HTTP/1.1\r\nHost: x\r\nContent-Length: -1", 400),
    ("GET / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2", 400),
    ("GET / HTTP/1.1\r\nHost: x\r\nContent-Length: 99999999999999999999", 413),
    ("GET / HTTP/1.1\r\nHost: x\r\nContent-Length: 2000000", 413),
    ("GET / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked", 411),
  ])
  func aMalformedHeadIsRefused(_ head: String, _ expected: Int) {
    #expect(status(head + "\r\n\r\n") == expected)
  }

  @Test func aHeadIsBounded() {
    #expect(status("GET /" + String(repeating: "a", count: 70_000)) == 431)
    let long = "GET / HTTP/1.1\r\nHost: x\r\nA: " + String(repeating: "a", count: 66_000)
    #expect(status(long + "\r\n\r\n") == 431)
  }

  @Test func aSenderThatWaitsIsToldToGoOn() {
    let head = "PUT / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nExpect: 100-continue\r\n\r\n"
    guard case .needsContinue = read(head).first else {
      Issue.record("was not told")
      return
    }
  }

  @Test func noBytesMakeItTrap() {
    var random = SplitMix64(seed: 5)
    let original = Array(plain.utf8)
    for _ in 0..<20_000 {
      var bytes = original
      for _ in 0..<(1 + random.below(6)) {
        let position = random.below(bytes.count)
        switch random.below(3) {
        case 0: bytes[position] = UInt8(random.below(256))
        case 1: bytes.remove(at: position)
        default: bytes.insert(UInt8(random.below(256)), at: position)
        }
      }
      var reader = RequestReader()
      reader.append(bytes)
      if case .request(let request) = reader.next() {
        _ = Exchange(request, ownURL: "http://127.0.0.1:1", now: 0, number: 0)
        _ = (request.page, request.pageLength, request.query("q"))
      }
    }
  }
}
