import URLs
import CCurl

/// Sends requests with libcurl, all of them from one thread.
///
/// Connections are kept and shared; HTTP/2 is used where TLS agrees to it; the proxy variables of the
/// environment are heeded, except for loopback. Nothing is started before the first request.
package final class CurlClient: HTTPClient {
  private let loop: TransferLoop

  package init(configuration: Configuration = Configuration()) {
    loop = TransferLoop(configuration: configuration)
  }

  deinit { loop.close() }

  /// Libcurl's version and those of the libraries it uses, for people.
  package static var libraryVersion: String {
    ccurl_version().map { String(cString: $0) } ?? "not installed"
  }

  package func send(_ request: Request) async throws(HTTPError) -> Response {
    guard var url = ResolvedURL(request.url) else { throw .badURL }
    guard request.headers.allSatisfy(isSendable) else {
      throw .failed(reason: "a request header cannot be sent")
    }
    var request = request
    for _ in 0...Redirect.maximum {
      guard request.timeout > .zero else { throw .timedOut }
      let timed = try await transfer(request, to: url)
      guard let redirect = try Redirect(timed.response, to: request, at: url) else {
        return timed.response
      }
      (request, url) = (redirect.request, redirect.url)
      request.timeout -= timed.elapsed
    }
    throw .tooManyRedirects
  }

  /// Cancels every request and lets go of the thread; later requests are cancelled at once.
  ///
  /// Does not wait: libcurl may hang in the resolver for as long as that likes.
  package func shutdown() { loop.close() }

  private func transfer(
    _ request: Request, to url: ResolvedURL
  ) async throws(HTTPError) -> Promise.TimedResponse {
    let promise = Promise()
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        guard promise.await(continuation) else { return }
        loop.start(TransferJob(promise: promise, request: request, url: url))
      }
    } onCancel: {
      loop.cancel(promise)
    }
    return try result.get()
  }
}

/// Whether a header can be sent as one line: the name is a token, the value has no line end or other
/// control character in it.
private func isSendable(_ header: (name: String, value: String)) -> Bool {
  let separators = "\"(),/:;<=>?@[\\]{}"
  return !header.name.isEmpty
    && header.name.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && !separators.utf8.contains($0) }
    && header.value.utf8.allSatisfy { ($0 >= 0x20 && $0 != 0x7F) || $0 == 0x09 }
}
