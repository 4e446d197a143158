import Synchronization

/// One request that the sandbox got; never with its credentials.
package struct RecordedRequest: Sendable, Equatable {
  /// How a request came to its end, in the words of `/_sandbox/requests`.
  package enum Ending: String, Sendable {
    /// It has not ended yet.
    case open
    /// All of the response was handed to the system.
    case answered
    /// The client went away before the response was out.
    case hungUp = "hung-up"
    /// A fault, or the end of the sandbox, ended the connection.
    case dropped
  }

  /// In upper case, as it was written.
  package var method: String
  /// The path and query as they were written.
  package var target: String
  /// How it ended, if it has.
  package var ending: Ending
  /// The status that was sent; nil where none was.
  package var status: Int?
  /// When it came, counted from the start of the sandbox.
  package var started: Duration
  /// When it ended, counted likewise; nil while it is open.
  package var ended: Duration?
}

/// The last requests, oldest first.
final class RequestLog: Sendable {
  private struct State {
    var requests: [RecordedRequest] = []
    /// The number of the first of `requests`.
    var firstNumber = 0
  }

  /// More than this are never kept.
  static let capacity = 2_000

  private let start = ContinuousClock.now
  private let state = Mutex(State())

  var requests: [RecordedRequest] { state.withLock { $0.requests } }

  /// Records a request and returns the number by which it is ended.
  func begin(_ request: Request) -> Int {
    let record = RecordedRequest(
      method: request.method, target: request.target, ending: .open,
      started: start.duration(to: .now))
    return state.withLock { state in
      if state.requests.count >= Self.capacity {
        state.requests.removeFirst(Self.capacity / 2)
        state.firstNumber += Self.capacity / 2
      }
      state.requests.append(record)
      return state.firstNumber + state.requests.count - 1
    }
  }

  func end(_ number: Int, _ ending: RecordedRequest.Ending, status: Int?) {
    let now = start.duration(to: .now)
    state.withLock { state in
      let position = number - state.firstNumber
      guard state.requests.indices.contains(position) else { return }
      state.requests[position].ending = ending
      state.requests[position].status = status
      state.requests[position].ended = now
    }
  }

  func clear() {
    state.withLock { state in
      state.firstNumber += state.requests.count
      state.requests.removeAll()
    }
  }
}
