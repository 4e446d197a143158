#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Whether this process may open no further file or socket just now.
///
/// Resolvers, loaders and libcurl say in many ways that something could not be opened, and none of
/// them why.
func isOutOfDescriptors() -> Bool {
  let descriptor = open("/dev/null", O_RDONLY | O_CLOEXEC)
  guard descriptor < 0 else {
    close(descriptor)
    return false
  }
  return errno == EMFILE || errno == ENFILE
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
