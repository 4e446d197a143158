import Explorer

extension Wording {
  /// What is said differently of sources that take no token; nil where nothing is.
  func otherWords(for error: SourceError) -> Words? {
    guard source.account == nil else { return nil }
    switch error.cause {
    case .notFound(let what):
      guard source.origin == .local else {
        return (.notFound, "\(name) has nothing at its address.", source.addressHint)
      }
      return (.notFound, "\(name) has no \(what).", source.addressHint)
    case .unauthorized:
      return (
        .unauthorized, "\(name) did not accept who asks.",
        "Check the headers of the source in the settings, and the variables that they name."
      )
    case .rateLimited:
      return (.rateLimited, "The limit of \(name) is used up.", Self.waitHint)
    case .badResponse(.undecodable(let place)) where source.origin == .local:
      return (.badResponse, "The file of \(name) cannot be read: \(place).", "Mend the file.")
    case .badResponse(.tooLarge(let limit)) where source.origin == .local:
      return (
        .badResponse, "The file of \(name) is larger than \(limit >> 20) MiB.", source.addressHint
      )
    case .offline, .timeout, .tls, .forbidden, .invalidQuery, .serverError, .badResponse,
      .cancelled, .notSupported, .cannotSort, .misconfigured:
      return nil
    }
  }
}
