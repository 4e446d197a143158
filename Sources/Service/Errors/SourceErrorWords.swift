import Explorer

/// What was being done when a source failed; the words depend on it.
package enum Feature: Sendable, Equatable {
  case search
  case profile(login: String)
  case follow(login: String)

  var name: String {
    switch self {
    case .search: "search"
    case .profile: "profile"
    case .follow: "follow"
    }
  }
}

extension ErrorReport {
  /// The error object for what a source threw: the one place where its words are made.
  package init(_ failure: Failure, during feature: Feature, of source: SourceDescriptor) {
    let error = failure.error
    let (kind, message, hint) = Wording(source: source, feature: feature).words(for: error)
    self.init(kind, message + (error.said.map { " It says: \($0.asSentenceEnd)" } ?? ""))
    self.hint = hint
    self.feature = feature.name
    isRetryable = error.mayPass
    retryAfter = error.retryAfter
    attempts = failure.attempts
    httpStatus = error.httpStatus
    requestID = error.requestID
    if case .rateLimited(let limit) = error.cause { budget = limit.resource }
  }

  /// The error object for a search that is not sent.
  package init(_ error: SourceError, of source: SourceDescriptor) {
    self.init(Failure(error, attempts: 0), during: .search, of: source)
  }
}

/// Sentences from the user's side of the screen.
struct Wording {
  let source: SourceDescriptor
  let feature: Feature

  typealias Words = (kind: ErrorKind, message: String, hint: String?)

  var name: String { source.asks ?? source.name }
  private var host: String { source.host ?? name }

  func words(for error: SourceError) -> Words {
    if let words = otherWords(for: error) { return words }
    switch error.cause {
    case .offline(let connection): return offline(connection)
    case .timeout:
      return (.timeout, "\(name) did not answer in time.", "Check the connection, or try again.")
    case .tls(let reason):
      return (
        .tls, "The secure connection to \(host) was refused: \(reason).",
        "Check the clock and the certificates of this machine (SSL_CERT_FILE names others)."
      )
    case .rateLimited(let limit): return rateLimited(limit, error)
    case .unauthorized(let why): return unauthorized(why)
    case .forbidden(let why): return forbidden(why)
    case .notFound(let what):
      guard feature != .search else {
        return (.notFound, "\(name) has no search at this address.", source.addressHint)
      }
      return (.notFound, "\(name) has no \(what).", nil)
    case .invalidQuery(let fault): return invalidQuery(fault)
    case .serverError:
      let status = error.httpStatus.map { " (HTTP \($0))" } ?? ""
      let when = error.retryAfter.map { "in \(spoken($0))" } ?? "in a while"
      return (.serverError, "\(name) has a problem of its own\(status).", "Try again \(when).")
    case .badResponse(let why): return badResponse(why, error)
    case .cancelled: return (.cancelled, "The request was cancelled.", nil)
    case .notSupported(let feature):
      return (.notSupported, "\(name) has no \(feature).", nil)
    case .cannotSort(let sorting): return cannotSort(sorting)
    case .misconfigured(let reason):
      let problem = error.httpStatus == nil ? "cannot be asked: " : "answered, but "
      return (.internal, "\(name) \(problem)\(reason.asSentenceEnd)", "Check the settings.")
    }
  }

  private func offline(_ connection: SourceError.Connection) -> Words {
    let hint = "Check the network, the proxy variables and the base URL."
    switch connection {
    case .unresolved(let host):
      return (.offline, "\(name) cannot be reached: no address is known for \(host).", hint)
    case .refused(let host):
      return (.offline, "\(name) cannot be reached: nothing answers at \(host).", hint)
    case .lost: return (.offline, "The connection to \(name) broke off.", hint)
    case .proxy(let proxy):
      return (.offline, "\(name) cannot be reached: \(words(for: proxy)).", Self.proxyHint)
    case .outOfDescriptors:
      return (
        .offline, "\(name) cannot be reached: this process has too many files open.",
        "Raise the limit (`ulimit -n`)."
      )
    case .other(let reason): return (.offline, "\(name) cannot be reached: \(reason).", hint)
    }
  }

  private static let proxyHint = "Check the proxy variables (https_proxy, http_proxy, all_proxy)."

  private func words(for proxy: SourceError.Proxy) -> String {
    switch proxy {
    case .unresolved(let host): "no address is known for the proxy \(host)"
    case .unreachable(let host): "nothing answers at the proxy \(host)"
    case .refused(407): "the proxy does not accept the user name and password (HTTP 407)"
    case .refused(let status): "the proxy refuses (HTTP \(status))"
    case .misspelt: "the proxy's variable holds no URL of a proxy"
    case .failed: "the proxy does not let it through"
    }
  }

  static let waitHint = "Wait, or ask less often."

  private func rateLimited(_ limit: SourceError.Limit, _ error: SourceError) -> Words {
    let budget = limit.resource == "search" ? "search limit" : "rate limit"
    let when = error.retryAfter.map { "; it resets in \(spoken($0))" } ?? ""
    let hint = limit.hasToken ? nil : source.account?.limitWithoutToken
    return (.rateLimited, "\(name)'s \(budget) is used up\(when).", hint ?? Self.waitHint)
  }

  private func unauthorized(_ why: SourceError.Authorization) -> Words {
    switch why {
    case .noToken:
      return (
        .unauthorized, "\(name) wants to know who asks, and there is no token.",
        source.account?.noToken
      )
    case .refusedToken:
      return (
        .unauthorized, "\(name) did not accept the token.", source.account?.refusedToken
      )
    case .needsOneTimePassword:
      return (
        .unauthorized, "\(name) wants a one-time password.", source.account?.oneTimePassword
      )
    case .elsewhere(let host):
      return (
        .unauthorized, "\(name) sent the request on to \(host), which wants to know who asks.",
        "Check the base URL; the token goes to no other host."
      )
    }
  }

  private func forbidden(_ why: SourceError.Refusal) -> Words {
    switch why {
    case .plain(let message):
      let reason = message.map { ": \($0)" } ?? ""
      return (.forbidden, "\(name) does not allow this\(reason.asSentenceEnd)", nil)
    case .missingScope(let scope):
      return (
        .forbidden, "The token may not do this: it lacks the scope \(scope).",
        source.account?.hint(forScope: scope)
      )
    case .missingPermission(let permission):
      return (
        .forbidden, "The token may not do this: it lacks a permission.",
        source.account?.hint(forPermission: permission)
      )
    }
  }

  private func invalidQuery(_ fault: SourceError.QueryFault) -> Words {
    switch fault {
    case .empty: return (.invalidQuery, "There is nothing to search for.", "Type a word.")
    case .tooLong(let maximum):
      return (
        .invalidQuery, "The query is longer than the \(maximum) characters that \(name) takes.",
        "Shorten it."
      )
    case .pastTheCap(let maximum):
      return (
        .invalidQuery, "\(name) gives no more than the first \(maximum) results.",
        "Make the query narrower."
      )
    case .refused(let message):
      let reason = message.map { ": \($0)" } ?? ""
      guard feature == .search else {
        return (.invalidQuery, "\(name) refuses this\(reason.asSentenceEnd)", nil)
      }
      return (
        .invalidQuery, "\(name) does not understand this query\(reason.asSentenceEnd)",
        source.account.map { _ in "Check the qualifiers." }
      )
    }
  }

  private func cannotSort(_ sorting: SourceError.Sorting) -> Words {
    guard !sorting.possible.isEmpty else {
      return (.notSupported, "\(name) cannot be sorted.", "Leave `sort` and `order` out.")
    }
    guard let key = sorting.key else {
      let order = (sorting.order ?? "").shortened
      return (.notSupported, "\(name) sorts in the order asc or desc, not `\(order)`.", nil)
    }
    let possible = sorting.possible.joined(separator: ", ")
    return (.notSupported, "\(name) cannot sort by `\(key.shortened)`, only by \(possible).", nil)
  }

  private func badResponse(_ why: SourceError.BadResponse, _ error: SourceError) -> Words {
    let what =
      switch why {
      case .saysItFailed: "its answer is an error"
      case .undecodable(let place), .brokenFile(let place): "its answer cannot be read (\(place))"
      case .unusableItems: "nothing in its answer can be used"
      case .tooLarge(let limit): "its answer is larger than \(limit >> 20) MiB"
      case .status: "it answered HTTP \(error.httpStatus ?? 0)"
      case .redirect: "it sent the request elsewhere and back"
      case .nextLinkElsewhere: "its next page lies on another host"
      case .malformed(let reason): "its answer is not whole (\(reason))"
      }
    // What says what is wrong is an API.
    let isAnswer = why == .saysItFailed || error.said != nil
    let hint = "If it lasts, check the base URL and whether a proxy answers in its place."
    return (.badResponse, "\(name) answered, but \(what).", isAnswer ? nil : hint)
  }
}

/// A wait as people say it: `42 s`, `3 min`.
private func spoken(_ wait: Duration) -> String {
  let seconds = max(1, (wait.milliseconds + 999) / 1000)
  return seconds < 120 ? "\(seconds) s" : "\((seconds + 59) / 60) min"
}

extension String {
  /// This text with one full stop at its end.
  fileprivate var asSentenceEnd: String { hasSuffix(".") || hasSuffix("?") ? self : self + "." }
}
