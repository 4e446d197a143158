#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Time that only moves forward, from the moment at which this was made.
package struct MonotonicClock: Sendable {
  private let origin = ContinuousClock.now
  private let timers = Timers()

  package init() {}

  /// The time since the origin.
  package func now() -> Duration { origin.duration(to: .now) }

  /// Returns at that time, or as soon as the task is cancelled.
  package func sleep(until time: Duration) async {
    await timers.sleep(until: origin + time)
  }
}

/// The time of day as the system has it; may jump.
package enum WallClock {
  /// Seconds since 1970, UTC.
  package static func seconds() -> Int64 {
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    return Int64(now.tv_sec)
  }
}
