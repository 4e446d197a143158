import CCurl
import URLs

extension HTTPError {
  /// What a failed transfer means; `details` is libcurl's own sentence about it.
  ///
  /// Only the TLS library's reason is passed on: it names certificates and hosts, while other
  /// sentences may quote what was sent.
  init(_ code: CURLcode, details: String, host: String) {
    switch code {
    case CURLE_URL_MALFORMAT:
      self = .badURL
    case CURLE_COULDNT_RESOLVE_PROXY, CURLE_PROXY:
      self = .proxy(ProxyFailure(details) ?? .failed)
    case CURLE_COULDNT_RESOLVE_HOST:
      self = .cannotResolve(host: host)
    case CURLE_COULDNT_CONNECT:
      self =
        ProxyFailure(details, connectingTo: host).map { .proxy($0) } ?? .cannotConnect(host: host)
    case CURLE_OPERATION_TIMEDOUT:
      self = .timedOut
    case CURLE_PARTIAL_FILE:
      self = .bodyCut
    case CURLE_HTTP2 where details.contains("ENHANCE_YOUR_CALM"),
      CURLE_HTTP2_STREAM where details.contains("ENHANCE_YOUR_CALM"):
      self = .askedTooMuch
    case CURLE_RECV_ERROR where ProxyFailure(details) != nil:
      self = .proxy(ProxyFailure(details) ?? .failed)
    case CURLE_GOT_NOTHING, CURLE_SEND_ERROR, CURLE_RECV_ERROR, CURLE_HTTP2,
      CURLE_HTTP2_STREAM:
      self = .connectionLost
    case CURLE_SSL_CONNECT_ERROR where Self.isSocketFailure(details):
      // The connection ended during the handshake; the TLS library itself has nothing to say.
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

  /// Whether a failed handshake is the socket's failure, in the words of libcurl and its TLS
  /// libraries.
  private static func isSocketFailure(_ details: String) -> Bool {
    [
      " in connection to ", "Recv failure", "Send failure", "SSL_ERROR_SYSCALL", "error:00000000",
      "Connection reset", "Broken pipe", "unexpected eof", "Error in the pull function",
      "Error in the push function",
    ].contains { details.contains($0) }
  }
}

extension ProxyFailure {
  /// What libcurl's sentence says of a proxy; nil where it speaks of none.
  ///
  /// - Parameter host: a connection to any other host is one to the proxy.
  init?(_ details: String, connectingTo host: String? = nil) {
    if details.hasPrefix("Unsupported proxy") {
      self = .misspelt
    } else if let name = Self.host(behind: "Could not resolve proxy: ", in: details) {
      self = .cannotResolve(host: name)
    } else if let status = Self.status(details) {
      self = .refused(status: status)
    } else if let host, let name = Self.host(behind: "Failed to connect to ", in: details),
      name.lowercased() != host.filter({ !"[]".contains($0) })
    {
      self = .cannotConnect(host: name)
    } else {
      return nil
    }
  }

  private static func status(_ details: String) -> Int? {
    guard details.contains("CONNECT") else { return nil }
    return details.split { !$0.isNumber }.first { $0.count == 3 }.flatMap { Int($0) }
  }

  /// The host that follows; only what can be a name or an address is passed on.
  private static func host(behind words: String, in details: String) -> String? {
    guard details.hasPrefix(words) else { return nil }
    let name = details.dropFirst(words.count).prefix { !$0.isWhitespace }
    let isName = name.utf8.allSatisfy { byte in
      isDigit(byte) || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
        || "-._:%".utf8.contains(byte)
    }
    return name.isEmpty || !isName ? nil : String(name)
  }
}

extension CURLcode {
  /// Libcurl's fixed words for this code; quotes nothing of the transfer.
  fileprivate var meaning: String {
    ccurl_easy_strerror(self).map { String(cString: $0) } ?? "libcurl error \(rawValue)"
  }
}
