import CCurl
import Testing

@testable import HTTP

@Suite("What libcurl's codes mean")
struct CurlErrorsTests {
  @Test(
    arguments: [
      (CURLE_URL_MALFORMAT, .badURL), (CURLE_COULDNT_RESOLVE_HOST, .cannotResolve(host: "h")),
      (CURLE_COULDNT_RESOLVE_PROXY, .cannotResolve(host: "h")),
      (CURLE_COULDNT_CONNECT, .cannotConnect(host: "h")), (CURLE_OPERATION_TIMEDOUT, .timedOut),
      (CURLE_PARTIAL_FILE, .bodyCut), (CURLE_GOT_NOTHING, .connectionLost),
      (CURLE_SEND_ERROR, .connectionLost), (CURLE_RECV_ERROR, .connectionLost),
      (CURLE_HTTP2, .connectionLost), (CURLE_HTTP2_STREAM, .connectionLost),
      (CURLE_SSL_CONNECT_ERROR, .tls(reason: "secret")),
      (CURLE_PEER_FAILED_VERIFICATION, .tls(reason: "secret")),
      (CURLE_SSL_CACERT_BADFILE, .tls(reason: "secret")),
      (CURLE_UNSUPPORTED_PROTOCOL, .badResponse(reason: "the answer is not HTTP")),
    ] as [(CURLcode, HTTPError)])
  func `a code has its case`(code: CURLcode, expected: HTTPError) {
    #expect(HTTPError(code, details: "secret", host: "h") == expected)
  }

  @Test func `a handshake that is hung up on is a lost connection`() {
    let details = "OpenSSL SSL_connect: SSL_ERROR_SYSCALL in connection to h:443 "
    #expect(HTTPError(CURLE_SSL_CONNECT_ERROR, details: details, host: "h") == .connectionLost)
  }

  @Test(arguments: 1...100)
  func `nothing but the TLS library is quoted`(number: Int) {
    switch HTTPError(CURLcode(rawValue: UInt32(number)), details: "secret", host: "h") {
    case .tls: break
    case let error: #expect(!"\(error)".contains("secret"))
    }
  }
}
