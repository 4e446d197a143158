import Synchronization

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The signals that ask for an end: SIGTERM, SIGINT, SIGHUP.
///
/// They are taken on the main thread, one after the other, and do what the command has said; until
/// it has said something they end the process as a shell expects. SIGPIPE is ignored.
package final class Signals: Sendable {
  private let action = Mutex<(@Sendable () -> Void)?>(nil)

  /// Create it before any other thread: threads inherit the mask.
  package init() {
    signal(SIGPIPE, SIG_IGN)
    var set = Signals.handled
    pthread_sigmask(SIG_BLOCK, &set, nil)
  }

  /// What to do from now on instead of ending at once.
  package func handle(_ action: @escaping @Sendable () -> Void) {
    self.action.withLock { $0 = action }
  }

  /// Takes signals for ever.
  package func waitForEver() -> Never {
    var set = Signals.handled
    while true {
      var number: Int32 = 0
      guard sigwait(&set, &number) == 0 else { continue }
      guard let action = action.withLock(\.self) else { exit(128 + number) }
      action()
    }
  }

  private static var handled: sigset_t {
    var set = sigset_t()
    sigemptyset(&set)
    for number in [SIGTERM, SIGINT, SIGHUP] { sigaddset(&set, number) }
    return set
  }
}
