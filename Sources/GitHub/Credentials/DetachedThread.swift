#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Runs `body` on a thread that nobody waits for: for what blocks, which tasks must not.
///
/// Returns false where there can be none. The thread takes no signals.
package func startDetachedThread(_ body: @escaping @Sendable () -> Void) -> Bool {
  var attributes = pthread_attr_t()
  pthread_attr_init(&attributes)
  pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
  defer { pthread_attr_destroy(&attributes) }

  // The new thread inherits the mask.
  var all = sigset_t()
  var before = sigset_t()
  sigfillset(&all)
  pthread_sigmask(SIG_SETMASK, &all, &before)
  defer { pthread_sigmask(SIG_SETMASK, &before, nil) }

  let work = Unmanaged.passRetained(Work(run: body))
  #if canImport(Glibc)
    var thread = pthread_t()
  #else
    var thread: pthread_t?
  #endif
  guard pthread_create(&thread, &attributes, { perform($0) }, work.toOpaque()) == 0 else {
    work.release()
    return false
  }
  return true
}

private final class Work: Sendable {
  let run: @Sendable () -> Void

  init(run: @escaping @Sendable () -> Void) { self.run = run }
}

private func perform(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  if let argument { Unmanaged<Work>.fromOpaque(argument).takeRetainedValue().run() }
  return nil
}
