import URLs
import CCurl
import System

/// One request on its way: a libcurl handle and what has come of the response.
///
/// Lives on the thread of its `TransferLoop` and must not move or end before its handle has left
/// the multi handle, since libcurl writes through pointers into it.
final class Transfer {
  let promise: Promise
  let handle: OpaquePointer
  private let url: ResolvedURL
  private var collector: ResponseCollector
  private let errorText: UnsafeMutablePointer<CChar>
  private var headerLines: UnsafeMutablePointer<curl_slist>?
  /// Whether the request has left; libcurl would send it again by itself where a kept connection
  /// ends before an answer, which is for those to decide who count attempts.
  private var hasSent = false
  private var isSentAgain = false

  /// Returns nil where there is no memory left.
  init?(_ job: TransferJob, configuration: CurlClient.Configuration) {
    guard let handle = ccurl_easy_init() else { return nil }
    self.handle = handle
    promise = job.promise
    url = job.url
    collector = ResponseCollector(
      maximumBodyBytes: job.request.maximumBodyBytes,
      maximumHeaderBytes: configuration.maximumHeaderBytes)
    errorText = .allocate(capacity: Int(CURL_ERROR_SIZE))
    errorText.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
    setLimits(job.request.timeout, configuration)
    setConnection(configuration)
    setSinks()
    setMessage(job.request)
  }

  deinit {
    ccurl_easy_cleanup(handle)
    ccurl_slist_free_all(headerLines)
    errorText.deallocate()
  }

  /// Returns what the transfer that ended with `code` has brought.
  func result(_ code: CURLcode) -> Promise.Result {
    var microseconds: Int64 = 0
    _ = ccurl_get_size(handle, CURLINFO_TOTAL_TIME_T, &microseconds)
    return Result { () throws(HTTPError) in
      if let failure = collector.failure { throw failure }
      if isSentAgain { throw HTTPError.connectionLost }
      if code == CURLE_OUT_OF_MEMORY, hasSent {
        // What older versions of libcurl say of a header line without an end.
        throw HTTPError.badResponse(reason: "the header is too large")
      }
      guard code == CURLE_OK else {
        throw HTTPError(code, details: String(cString: errorText), host: url.host)
          .orOutOfDescriptors
      }
      return Promise.TimedResponse(
        response: try collector.response(url: url.description),
        elapsed: .microseconds(microseconds))
    }
  }

  private func setLimits(_ timeout: Duration, _ configuration: CurlClient.Configuration) {
    set(CURLOPT_TIMEOUT_MS, timeout.wholeMilliseconds)
    set(CURLOPT_CONNECTTIMEOUT_MS, min(timeout, configuration.connectTimeout).wholeMilliseconds)
    set(CURLOPT_LOW_SPEED_LIMIT, 1)
    set(CURLOPT_LOW_SPEED_TIME, max(1, configuration.stallTimeout.wholeMilliseconds / 1000))
  }

  private func setConnection(_ configuration: CurlClient.Configuration) {
    set(CURLOPT_NOSIGNAL, 1)
    // Else taking a handle away waits for its name to be resolved, and every other transfer with it.
    set(CURLOPT_QUICK_EXIT, 1)
    set(CURLOPT_TCP_KEEPALIVE, 1)
    let this = Unmanaged.passUnretained(self).toOpaque()
    _ = ccurl_set_pointer(handle, CURLOPT_SOCKOPTDATA, this)
    _ = ccurl_set_socket_hook(handle, CURLOPT_SOCKOPTFUNCTION) { context, socket, _ in
      // Requests on the old connections of a computer that wakes in another network would time out
      // one after the other, since a timeout ends an HTTP/2 stream and not its connection.
      Descriptor(number: socket).limitUnacknowledgedTime(to: .seconds(6))
      return Transfer.mayConnect(context) ? 0 : 1
    }
    // From libcurl 7.80 on; before, a request may be sent once more than is counted.
    _ = ccurl_set_pointer(handle, CURLOPT_PREREQDATA, this)
    _ = ccurl_set_request_hook(handle, CURLOPT_PREREQFUNCTION) { context, _, _, _, _ in
      if let context {
        Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue().hasSent = true
      }
      return 0
    }
    set(CURLOPT_PROTOCOLS, Int(CURLPROTO_HTTP | CURLPROTO_HTTPS))
    set(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
    switch url.scheme {
    case .http:
      // No waiting for a connection to be shared here: without TLS it never will be.
      set(CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_1_1))
    case .https:
      set(CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_2TLS))
      set(CURLOPT_PIPEWAIT, 1)
    }
    // No proxy can reach this computer's own loopback.
    if url.isLoopback { set(CURLOPT_PROXY, "") }
    if let file = configuration.certificateFile { set(CURLOPT_CAINFO, file) }
    if let directory = configuration.certificateDirectory { set(CURLOPT_CAPATH, directory) }
  }

  /// Whether a new connection is for a first sending, or for one over HTTP/1.1 of what the server
  /// has put back unlooked at.
  private static func mayConnect(_ context: UnsafeMutableRawPointer?) -> Bool {
    guard let context else { return true }
    let transfer = Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue()
    if String(cString: transfer.errorText).contains("HTTP_1_1_REQUIRED") {
      transfer.errorText.pointee = 0
      return true
    }
    transfer.isSentAgain = transfer.hasSent
    return !transfer.hasSent
  }

  private func setSinks() {
    let this = Unmanaged.passUnretained(self).toOpaque()
    _ = ccurl_set_pointer(handle, CURLOPT_PRIVATE, this)
    _ = ccurl_set_pointer(handle, CURLOPT_HEADERDATA, this)
    _ = ccurl_set_pointer(handle, CURLOPT_WRITEDATA, this)
    _ = ccurl_set_pointer(handle, CURLOPT_ERRORBUFFER, errorText)
    _ = ccurl_set_sink(handle, CURLOPT_HEADERFUNCTION) { bytes, size, count, context in
      Transfer.take(bytes, size * count, context) { $0.collector.takeHeader($1) }
    }
    _ = ccurl_set_sink(handle, CURLOPT_WRITEFUNCTION) { bytes, size, count, context in
      Transfer.take(bytes, size * count, context) { $0.collector.takeBody($1) }
    }
  }

  private func setMessage(_ request: Request) {
    set(CURLOPT_URL, url.description)
    set(CURLOPT_PATH_AS_IS, 1)
    set(CURLOPT_ACCEPT_ENCODING, "gzip")
    set(CURLOPT_HTTP_CONTENT_DECODING, 0)
    var lines = request.headers.map { $0.value.isEmpty ? "\($0.name);" : "\($0.name): \($0.value)" }
    if request.hasContent {
      set(CURLOPT_POST, 1)
      _ = ccurl_set_size(handle, CURLOPT_POSTFIELDSIZE_LARGE, Int64(request.body.count))
      // Never an empty array's pointer: without one libcurl would ask a callback for the content.
      (request.body + [0]).withUnsafeBytes { body in
        _ = ccurl_set_bytes(handle, CURLOPT_COPYPOSTFIELDS, body.baseAddress)
      }
      // A name without a value takes libcurl's own header of that name away.
      lines.append("Expect:")
      if !request.headers.contains(where: { equalIgnoringCase($0.name, "Content-Type") }) {
        lines.append("Content-Type:")
      }
    } else {
      set(CURLOPT_HTTPGET, 1)
    }
    set(CURLOPT_CUSTOMREQUEST, request.method.rawValue)
    for line in lines { headerLines = ccurl_slist_append(headerLines, line) ?? headerLines }
    _ = ccurl_set_pointer(handle, CURLOPT_HTTPHEADER, headerLines)
  }

  private func set(_ option: CURLoption, _ value: Int) { _ = ccurl_set_long(handle, option, value) }
  private func set(_ option: CURLoption, _ value: String) {
    _ = ccurl_set_string(handle, option, value)
  }

  /// Hands bytes from libcurl to the transfer; any other return value than `count` ends it.
  private static func take(
    _ bytes: UnsafeMutablePointer<CChar>?, _ count: Int, _ context: UnsafeMutableRawPointer?,
    _ sink: (Transfer, UnsafeBufferPointer<UInt8>) -> Bool
  ) -> Int {
    guard let bytes, let context, count > 0 else { return count }
    let transfer = Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue()
    let accepted = bytes.withMemoryRebound(to: UInt8.self, capacity: count) {
      sink(transfer, UnsafeBufferPointer(start: $0, count: count))
    }
    return accepted ? count : count - 1
  }
}

extension Request {
  /// Whether the message has content, if only of no bytes: a PUT without any must still say so.
  fileprivate var hasContent: Bool {
    switch method {
    case .get, .delete: !body.isEmpty
    case .put, .post: true
    }
  }
}

extension Duration {
  /// At least 1, since 0 means "no limit" to libcurl; at most what 32 bits hold.
  fileprivate var wholeMilliseconds: Int {
    let (seconds, attoseconds) = components
    guard seconds < 2_000_000 else { return 2_000_000_000 }
    return max(1, Int(seconds) * 1000 + Int(attoseconds / 1_000_000_000_000_000))
  }
}
