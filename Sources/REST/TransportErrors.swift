import Explorer
import HTTP
import Secrets

extension SourceError {
  /// A server that is asked too much over HTTP/2 names no wait.
  private static let calmWait: Duration = .seconds(2)

  /// What it means that there was no answer; secrets are taken out of the reasons.
  init(_ error: HTTPError, _ redactor: Redactor) {
    switch error {
    case .cancelled: self.init(.cancelled)
    case .badURL: self.init(.misconfigured(reason: "the address is no http(s) URL"))
    case .cannotResolve(let host): self.init(.offline(.unresolved(host: host)))
    case .cannotConnect(let host): self.init(.offline(.refused(host: host)))
    case .proxy(let failure): self.init(.offline(.proxy(Proxy(failure))))
    case .outOfDescriptors: self.init(.offline(.outOfDescriptors))
    case .connectionLost: self.init(.offline(.lost))
    case .askedTooMuch: self.init(.offline(.lost), retryAfter: Self.calmWait)
    case .bodyCut: self.init(.badResponse(.malformed(reason: "its body is cut")))
    case .timedOut: self.init(.timeout)
    case .tls(let reason): self.init(.tls(reason: redactor.redacted(reason)))
    case .bodyTooLarge(let limit): self.init(.badResponse(.tooLarge(limit: limit)))
    case .badResponse(let reason):
      self.init(.badResponse(.malformed(reason: redactor.redacted(reason))))
    case .tooManyRedirects: self.init(.badResponse(.redirect))
    case .redirectRefused(let status):
      self.init(.badResponse(.redirect), httpStatus: status)
    case .failed(let reason): self.init(.offline(.other(reason: redactor.redacted(reason))))
    }
  }
}

extension SourceError.Proxy {
  fileprivate init(_ failure: ProxyFailure) {
    switch failure {
    case .cannotResolve(let host): self = .unresolved(host: host)
    case .cannotConnect(let host): self = .unreachable(host: host)
    case .refused(let status): self = .refused(status: status)
    case .misspelt: self = .misspelt
    case .failed: self = .failed
    }
  }
}
