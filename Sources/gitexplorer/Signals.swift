import Wire

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The signals that ask for an end.
enum Signals {
  /// Takes SIGTERM, SIGINT and SIGHUP from now on, on a thread of its own; ignores SIGPIPE.
  ///
  /// Call it before any other thread is started: they inherit the mask.
  static func handle(_ terminated: @escaping @Sendable () -> Void) {
    signal(SIGPIPE, SIG_IGN)
    var set = sigset_t()
    sigemptyset(&set)
    for number in [SIGTERM, SIGINT, SIGHUP] { sigaddset(&set, number) }
    pthread_sigmask(SIG_BLOCK, &set, nil)
    let waited = set
    startThread {
      var waited = waited
      var number: Int32 = 0
      while true {
        guard sigwait(&waited, &number) == 0 else { continue }
        terminated()
      }
    }
  }
}
