import CCurl

extension HTTPError {
  /// What a failed transfer means; `details` is libcurl's own sentence about it.
  ///
  /// Only the TLS library's reason is passed on: it names certificates and hosts, while other
  /// sentences may quote what was sent.
  init(_ code: CURLcode, details: String, host: String) {
    switch code {
    case CURLE_URL_MALFORMAT:
      self = .badURL
    case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY:
      self = .cannotResolve(host: host)
    case CURLE_COULDNT_CONNECT, CURLE_PROXY:
      self = .cannotConnect(host: host)
    case CURLE_OPERATION_TIMEDOUT:
      self = .timedOut
    case CURLE_PARTIAL_FILE:
      self = .bodyCut
    case CURLE_GOT_NOTHING, CURLE_SEND_ERROR, CURLE_RECV_ERROR, CURLE_HTTP2,
      CURLE_HTTP2_STREAM:
      self = .connectionLost
    case CURLE_SSL_CONNECT_ERROR where details.contains(" in connection to "):
      // The peer hung up during the handshake; the TLS library itself has nothing to say.
      self = .connectionLost
    case CURLE_SSL_CONNECT_ERROR, CURLE_SSL_ENGINE_NOTFOUND, CURLE_SSL_ENGINE_SETFAILED,
      CURLE_SSL_CERTPROBLEM, CURLE_SSL_CIPHER, CURLE_PEER_FAILED_VERIFICATION, CURLE_USE_SSL_FAILED,
      CURLE_SSL_ENGINE_INITFAILED, CURLE_SSL_CACERT_BADFILE, CURLE_SSL_SHUTDOWN_FAILED,
      CURLE_SSL_CRL_BADFILE, CURLE_SSL_ISSUER_ERROR, CURLE_SSL_PINNEDPUBKEYNOTMATCH,
      CURLE_SSL_INVALIDCERTSTATUS, CURLE_SSL_CLIENTCERT:
      self = .tls(reason: details.isEmpty ? code.meaning : details)
    case CURLE_UNSUPPORTED_PROTOCOL:
      // The scheme was checked before, so this is an answer without an HTTP/1 status line.
      self = .badResponse(reason: "the answer is not HTTP")
    case CURLE_WEIRD_SERVER_REPLY, CURLE_BAD_CONTENT_ENCODING, CURLE_TOO_LARGE:
      self = .badResponse(reason: code.meaning)
    default:
      self = .failed(reason: code.meaning)
    }
  }
}

extension CURLcode {
  /// Libcurl's fixed words for this code; quotes nothing of the transfer.
  fileprivate var meaning: String {
    ccurl_easy_strerror(self).map { String(cString: $0) } ?? "libcurl error \(rawValue)"
  }
}
