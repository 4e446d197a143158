import JSON
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
  fuzzRedirect(url, to: second, input.byte())
}

/// A redirect ends where credentials may go, or leaves them behind.
private func fuzzRedirect(_ url: ResolvedURL, to location: String, _ status: Int) {
  var request = HTTP.Request(
    method: [.get, .post][status % 2], url: url.description,
    headers: [("Authorization", "secret"), ("X-Key", "secret"), ("Accept", "a")])
  request.credentials = ["x-key"]
  let response = HTTP.Response(status: 301 + status % 8, headers: ["location": location])
  guard let redirect = try? Redirect(response, to: request, at: url) else { return }
  expect(!(url.scheme == .https && redirect.url.scheme == .http), "no redirect leads down to http")
  let isSame = redirect.url.isSameOrigin(as: url)
  expect(redirect.request.headers.count == (isSame ? 3 : 1), "secrets stay with their origin")
  expect(isSame || request.method == .get, "only GET goes elsewhere")
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

private let api = API(options: Sandbox.Options(userCount: 40), ownURL: "http://127.0.0.1:1")

/// Whatever is asked of the sandbox, it answers; its bytes are a search, a GraphQL query and a path.
func fuzzQueries(_ bytes: UnsafeRawBufferPointer) {
  let text = String(decoding: bytes, as: UTF8.self)
  _ = try? SearchQuery(text)
  let query: JSONValue = ["query": .string(text)]
  let body = query.jsonBytes
  let target = "/" + text.utf8.prefix(2000).map { "%" + hex($0) }.joined()
  let path = String(text.unicodeScalars.filter { $0.value > 0x20 && $0.value < 0x7F })
  for (method, target, body) in [
    ("POST", "/graphql", body), ("GET", "/search/users?q=" + target, []), ("GET", "/" + path, []),
  ] {
    var reader = RequestReader()
    let head =
      "\(method) \(target) HTTP/1.1\r\nHost: 127.0.0.1:1\r\nUser-Agent: fuzz\r\n"
      + "Authorization: Bearer t\r\nContent-Length: \(body.count)\r\n\r\n"
    reader.append(Array(head.utf8) + body)
    guard case .request(let request) = reader.next() else { continue }
    let exchange = api.exchange(request, now: 1_700_000_000)
    let response = api.answer(exchange, decision: FaultDecision())
    expect((200..<600).contains(response.status), "each request has its status")
    guard target == "/graphql", response.status == 200 else { continue }
    expect((try? JSONValue(parsing: response.body)) != nil, "GraphQL answers in JSON")
  }
}

private func hex(_ byte: UInt8) -> String {
  String(Int(byte) + 256, radix: 16).suffix(2).description
}
