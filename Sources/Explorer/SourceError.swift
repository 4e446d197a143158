/// Why a source could not answer.
///
/// Cases carry what happened and no prose; the words are made where errors are written.
package struct SourceError: Error, Sendable, Equatable {
  package enum Cause: Sendable, Equatable {
    case offline(Connection)
    case timeout
    case tls(reason: String)
    case rateLimited(Limit)
    case unauthorized(Authorization)
    case forbidden(Refusal)
    case notFound(what: String)
    case invalidQuery(QueryFault)
    case serverError
    case badResponse(BadResponse)
    case cancelled
    case notSupported(feature: String)
    case cannotSort(Sorting)
    case misconfigured(reason: String)
  }

  package enum Connection: Sendable, Equatable {
    case unresolved(host: String)
    case refused(host: String)
    case lost
    case proxy(Proxy)
    /// This process may open no further file or socket.
    case outOfDescriptors
    case other(reason: String)
  }

  /// What is wrong with the proxy of the environment.
  package enum Proxy: Sendable, Equatable {
    case unresolved(host: String)
    case unreachable(host: String)
    case refused(status: Int)
    case misspelt
    case failed
  }

  package struct Limit: Sendable, Equatable {
    /// The budget's name, GitHub's `x-ratelimit-resource`: `search`, `core`.
    package var resource: String
    package var hasToken: Bool

    package init(resource: String, hasToken: Bool) {
      self.resource = resource
      self.hasToken = hasToken
    }
  }

  package enum Authorization: Sendable, Equatable {
    case noToken, refusedToken, needsOneTimePassword
    /// The host that a redirect led to wants to know who asks; it was not given the token.
    case elsewhere(host: String)
  }

  package enum Refusal: Sendable, Equatable {
    case plain(message: String?)
    case missingScope(String)
    case missingPermission(String)
  }

  /// What was asked for, and by what the source can sort: nothing, or these in `asc` and `desc`.
  package struct Sorting: Sendable, Equatable {
    package var key: String?
    package var order: String?
    package var possible: [String]

    package init(key: String?, order: String?, possible: [String]) {
      (self.key, self.order, self.possible) = (key, order, possible)
    }
  }

  package enum QueryFault: Sendable, Equatable {
    case empty
    case tooLong(maximum: Int)
    case pastTheCap(maximum: Int)
    case refused(message: String?)
  }

  package enum BadResponse: Sendable, Equatable {
    case undecodable(place: String)
    /// A file that cannot be read as it is; asking again gives nothing new before it changes.
    case brokenFile(place: String)
    case unusableItems
    case tooLarge(limit: Int)
    case status
    case redirect
    case nextLinkElsewhere
    /// It came with a good status and says that it is an error.
    case saysItFailed
    case malformed(reason: String)
  }

  package var cause: Cause
  package var httpStatus: Int?
  package var requestID: String?
  /// What the source said of it, fit to be shown; nil where the cause has it, or it said nothing.
  package var said: String?
  /// The wait that the source asked for; nil where it named none.
  package var retryAfter: Duration?
  /// Requests of the same attempt that were sent before the one that failed.
  package var earlierRequests = 0
  /// Whether the attempt got further than the ones before, in something that takes many steps; the
  /// attempts are then counted anew.
  package var hasMadeProgress = false
  /// An older answer to the same first page, which may stand in for the one that could not be had.
  package var stale: Page?

  package init(
    _ cause: Cause, httpStatus: Int? = nil, requestID: String? = nil, retryAfter: Duration? = nil
  ) {
    self.cause = cause
    self.httpStatus = httpStatus
    self.requestID = requestID
    self.retryAfter = retryAfter
  }
}
