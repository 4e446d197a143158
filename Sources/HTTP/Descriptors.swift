import System

/// Whether this process may open no further file or socket just now.
///
/// Resolvers, loaders and libcurl say in many ways that something could not be opened, and none of
/// them why.
func isOutOfDescriptors() -> Bool {
  do throws(SystemError) {
    try Descriptor(opening: "/dev/null", for: .reading).close()
    return false
  } catch {
    return error.meansTooManyOpenFiles
  }
}

extension HTTPError {
  /// This, or what is behind it where nothing could be opened.
  var orOutOfDescriptors: HTTPError {
    switch self {
    case .cannotResolve, .cannotConnect, .proxy, .failed, .tls:
      isOutOfDescriptors() ? .outOfDescriptors : self
    case .cancelled, .badURL, .outOfDescriptors, .connectionLost, .askedTooMuch, .bodyCut,
      .timedOut, .bodyTooLarge, .badResponse, .tooManyRedirects, .redirectRefused:
      self
    }
  }
}
