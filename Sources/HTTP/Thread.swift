#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Runs `body` on a thread of its own that nobody waits for; false where there can be none.
///
/// The thread takes no signals, SIGPIPE included: they are the main thread's business.
package func startThread(_ body: @escaping @Sendable () -> Void) -> Bool {
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

  let box = Unmanaged.passRetained(ThreadBody(run: body))
  #if canImport(Glibc)
    var thread = pthread_t()
    let status = pthread_create(&thread, &attributes, { threadMain($0) }, box.toOpaque())
  #else
    var thread: pthread_t?
    let status = pthread_create(&thread, &attributes, { threadMain($0) }, box.toOpaque())
  #endif
  if status != 0 { box.release() }
  return status == 0
}

private final class ThreadBody: Sendable {
  let run: @Sendable () -> Void
  init(run: @escaping @Sendable () -> Void) { self.run = run }
}

private func threadMain(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  if let context { Unmanaged<ThreadBody>.fromOpaque(context).takeRetainedValue().run() }
  return nil
}
