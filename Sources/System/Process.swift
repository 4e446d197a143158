import CSystem

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Returns a variable of the environment; nil where it is unset or empty.
package func environmentVariable(_ name: String) -> String? {
  guard let value = getenv(name), value.pointee != 0 else { return nil }
  return String(cString: value)
}

/// A seed that differs each time.
package func randomSeed() -> UInt64 { UInt64.random(in: .min ... .max) }

/// Ends the process without running what libraries have left for its end: other threads may still be
/// inside them.
package func endProcess(_ status: Int32) -> Never { _exit(status) }

/// The id of a process.
package enum ProcessID {
  /// Of this process.
  package static var own: Int32 { getpid() }

  /// Whether there is a process of that id; one of another user counts.
  package static func isAlive(_ id: Int32) -> Bool { kill(id, 0) == 0 || errno != ESRCH }
}

extension Descriptor {
  /// A descriptor that becomes readable when the process ends.
  ///
  /// - Throws: where there is no such process, or the system has no such descriptors (before Linux
  ///   5.3, and on macOS).
  package init(endOf process: Int32) throws(SystemError) {
    try self.init(checking: csystem_pidfd_open(process))
  }
}
