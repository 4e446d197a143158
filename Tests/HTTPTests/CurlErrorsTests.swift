import CCurl
import Testing

@testable import HTTP

@Suite("What libcurl's codes mean")
struct CurlErrorsTests {
  @Test(
    arguments: [
      (CURLE_URL_MALFORMAT, .badURL), (CURLE_COULDNT_RESOLVE_HOST, .cannotResolve(host: "h")),
      (CURLE_COULDNT_RESOLVE_PROXY, .proxy(.failed)),
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

  @Test(arguments: [
    "Recv failure: Connection reset by peer", "Send failure: Broken pipe",
    "OpenSSL/3.0.19: error:0A000126:SSL routines::unexpected eof while reading",
    "gnutls_handshake() failed: Error in the pull function.",
  ])
  func `a socket error inside a handshake is no refusal`(details: String) {
    #expect(HTTPError(CURLE_SSL_CONNECT_ERROR, details: details, host: "h") == .connectionLost)
  }

  @Test(
    arguments: [
      (
        CURLE_COULDNT_RESOLVE_PROXY, "Could not resolve proxy: p.example",
        .cannotResolve(host: "p.example")
      ),
      (
        CURLE_COULDNT_CONNECT,
        "Failed to connect to p.example port 8080 after 1 ms: Couldn't connect to server",
        .cannotConnect(host: "p.example")
      ),
      (CURLE_RECV_ERROR, "CONNECT tunnel failed, response 407", .refused(status: 407)),
      (CURLE_RECV_ERROR, "Received HTTP code 503 from proxy after CONNECT", .refused(status: 503)),
      (
        CURLE_COULDNT_RESOLVE_PROXY, "Unsupported proxy syntax in 'http://u:secret@[::1'", .misspelt
      ),
      (CURLE_COULDNT_CONNECT, "Unsupported proxy scheme for 'htp://u:secret@p'", .misspelt),
      (CURLE_PROXY, "secret", .failed),
    ] as [(CURLcode, String, ProxyFailure)])
  func `a proxy's failure is the proxy's`(code: CURLcode, details: String, expected: ProxyFailure) {
    #expect(HTTPError(code, details: details, host: "h.example") == .proxy(expected))
  }

  @Test func `a failed connection to the host itself is the host's`() {
    let details = "Failed to connect to ::1 port 9 after 0 ms: Couldn't connect to server"
    #expect(
      HTTPError(CURLE_COULDNT_CONNECT, details: details, host: "[::1]")
        == .cannotConnect(host: "[::1]"))
  }

  @Test func `a server that is asked too much is not just lost`() {
    let details = "HTTP/2 stream 1 was not closed cleanly: ENHANCE_YOUR_CALM (err 11)"
    #expect(HTTPError(CURLE_HTTP2_STREAM, details: details, host: "h") == .askedTooMuch)
  }

  @Test(arguments: 1...100)
  func `nothing but the TLS library is quoted`(number: Int) {
    switch HTTPError(CURLcode(rawValue: UInt32(number)), details: "secret", host: "h") {
    case .tls: break
    case let error: #expect(!"\(error)".contains("secret"))
    }
  }
}
