#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Runs `body` on a thread of its own that nobody waits for: for what blocks, which tasks must not.
///
/// The thread takes no signals, SIGPIPE included: they are the main thread's business.
///
/// - Parameter stackBytes: the room for its stack; nil is the system's default.
/// - Throws: why no thread could be started; `body` does not run then.
package func startThread(
  stackBytes: Int? = nil, _ body: @escaping @Sendable () -> Void
) throws(SystemError) {
  var attributes = pthread_attr_t()
  pthread_attr_init(&attributes)
  defer { pthread_attr_destroy(&attributes) }
  pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
  if let stackBytes { pthread_attr_setstacksize(&attributes, stackBytes) }

  // The new thread inherits the mask.
  var all = sigset_t()
  var before = sigset_t()
  sigfillset(&all)
  pthread_sigmask(SIG_SETMASK, &all, &before)
  defer { pthread_sigmask(SIG_SETMASK, &before, nil) }

  let box = Unmanaged.passRetained(ThreadBody(run: body))
  #if canImport(Glibc)
    var thread = pthread_t()
    let code = pthread_create(&thread, &attributes, { runThread($0) }, box.toOpaque())
  #else
    var thread: pthread_t?
    let code = pthread_create(&thread, &attributes, { runThread($0) }, box.toOpaque())
  #endif
  guard code == 0 else {
    box.release()
    throw SystemError(code: code)
  }
}

private final class ThreadBody: Sendable {
  let run: @Sendable () -> Void
  init(run: @escaping @Sendable () -> Void) { self.run = run }
}

private func runThread(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  if let context { Unmanaged<ThreadBody>.fromOpaque(context).takeRetainedValue().run() }
  return nil
}
