import HTTP
import Synchronization

/// A client that keeps what went through it: the requests, and what came back.
final class ListeningClient: HTTPClient {
  struct Exchange: Sendable {
    var request: Request
    /// Nil where none came.
    var response: Response?
  }

  private let client: any HTTPClient
  private let kept = Mutex<[Exchange]>([])

  init(_ client: any HTTPClient) { self.client = client }

  /// In the order in which they ended.
  var exchanges: [Exchange] { kept.withLock { $0 } }

  func send(_ request: Request) async throws(HTTPError) -> Response {
    do throws(HTTPError) {
      let response = try await client.send(request)
      kept.withLock { $0.append(Exchange(request: request, response: response)) }
      return response
    } catch {
      kept.withLock { $0.append(Exchange(request: request)) }
      throw error
    }
  }
}
