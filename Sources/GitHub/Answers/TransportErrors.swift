import Explorer
import HTTP

extension SourceError {
  /// What it means that there was no answer; the token is blotted out of the reasons.
  package init(_ error: HTTPError, token: Token?) {
    func blotted(_ text: String) -> String { token.map { $0.blotted(from: text) } ?? text }
    switch error {
    case .cancelled: self.init(.cancelled)
    case .badURL: self.init(.misconfigured(reason: "the address is no http(s) URL"))
    case .cannotResolve(let host): self.init(.offline(.unresolved(host: host)))
    case .cannotConnect(let host): self.init(.offline(.refused(host: host)))
    case .connectionLost: self.init(.offline(.lost))
    case .bodyCut: self.init(.badResponse(.malformed(reason: "its body is cut")))
    case .timedOut: self.init(.timeout)
    case .tls(let reason): self.init(.tls(reason: blotted(reason)))
    case .bodyTooLarge(let limit): self.init(.badResponse(.tooLarge(limit: limit)))
    case .badResponse(let reason):
      self.init(.badResponse(.malformed(reason: blotted(reason))))
    case .tooManyRedirects: self.init(.badResponse(.redirect))
    case .redirectRefused(let status):
      self.init(.badResponse(.redirect), httpStatus: status)
    case .failed(let reason): self.init(.offline(.other(reason: blotted(reason))))
    }
  }
}
