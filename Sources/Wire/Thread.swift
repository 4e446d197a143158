#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Runs `body` on a detached thread of its own: for what blocks, which tasks must not.
package func startThread(_ body: @escaping @Sendable () -> Void) {
  let box = Unmanaged.passRetained(ThreadBody(body))
  #if canImport(Glibc)
    var thread = pthread_t()
  #else
    var thread: pthread_t?
  #endif
  let status = pthread_create(
    &thread, nil,
    { argument in
      #if canImport(Glibc)
        guard let argument else { return nil }
      #endif
      Unmanaged<ThreadBody>.fromOpaque(argument).takeRetainedValue().run()
      return nil
    }, box.toOpaque())
  guard status == 0 else {
    box.release()
    return
  }
  #if canImport(Glibc)
    pthread_detach(thread)
  #else
    if let thread { pthread_detach(thread) }
  #endif
}

private final class ThreadBody {
  let run: () -> Void

  init(_ run: @escaping () -> Void) { self.run = run }
}
