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

/// Has the allocator make do with few addresses where the process has a limit of them (`ulimit -v`).
///
/// To be called before there are threads.
package func saveAddresses() { csystem_save_addresses() }

/// A seed that differs each time.
package func randomSeed() -> UInt64 { UInt64.random(in: .min ... .max) }

/// Ends the process without running what libraries have left for its end: other threads may still be
/// inside them.
package func endProcess(_ status: Int32) -> Never { _exit(status) }

/// The id of a process.
package enum ProcessID {
  /// Of this process.
  package static var own: Int32 { getpid() }

  /// What waits for the end of a process, and returns then or as soon as its task is cancelled.
  ///
  /// It returns at once for one that has ended. Nil where no process of that id can be seen from
  /// here, since it is another container's; one of another user can.
  package static func end(of id: Int32) -> (@Sendable () async -> Void)? {
    guard isAlive(id) else {
      guard mayHaveLived(id) else { return nil }
      return {}
    }
    if let ending = try? Descriptor(endOf: id) {
      return {
        await ending.becomesReadable()
        ending.close()
      }
    }
    return {
      while isAlive(id), !Task.isCancelled { try? await Task.sleep(for: .seconds(2)) }
    }
  }

  /// Whether a process of that id may have been here: ids are given one after the other, and a
  /// process whose parent is elsewhere has its relatives there too.
  private static func mayHaveLived(_ id: Int32) -> Bool {
    guard getppid() != 0, let file = try? Descriptor(opening: "/proc/loadavg", for: .reading) else {
      return false
    }
    defer { file.close() }
    // The last of its five words is the newest id of this container.
    let words = String(decoding: (try? file.readToEnd(limit: 200)) ?? [], as: UTF8.self)
      .split { $0 == " " || $0 == "\n" }
    return words.last.flatMap { Int32($0) }.map { id <= $0 } ?? false
  }

  private static func isAlive(_ id: Int32) -> Bool { kill(id, 0) == 0 || errno != ESRCH }
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
