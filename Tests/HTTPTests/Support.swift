import HTTP
import TestKit

/// Returns what `send` throws, nil where there is a response.
func failure(of request: Request, by client: CurlClient) async -> HTTPError? {
  do {
    _ = try await client.send(request)
    return nil
  } catch {
    return error
  }
}

/// Returns what a client makes of a server that says `bytes` to every request and hangs up.
func failure(
  after bytes: [UInt8], timeout: Duration = .seconds(20), maximumBodyBytes: Int = 1 << 20
) async throws -> HTTPError? {
  let server = try LoopbackServer { _, connection in
    connection.write(bytes)
    connection.hangUp()
  }
  defer { server.stop() }
  let request = Request(
    url: server.origin, timeout: timeout, maximumBodyBytes: maximumBodyBytes)
  return await failure(of: request, by: CurlClient())
}

extension HTTPError {
  /// The case without its words.
  var isBadResponse: Bool {
    if case .badResponse = self { true } else { false }
  }
}

extension Response {
  var text: String { String(decoding: body, as: UTF8.self) }
}
