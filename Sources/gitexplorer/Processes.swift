#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Whether there is a process of that id; one of another user counts.
@Sendable func isProcessAlive(_ id: Int32) -> Bool { kill(id, 0) == 0 || errno != ESRCH }
