#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Where threads wait for a condition that others change.
///
/// Unchecked, since the compiler does not know that a mutex and a condition variable (POSIX) are made
/// to be used from several threads; both live at a fixed address until the last reference goes.
package final class ConditionVariable: @unchecked Sendable {
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private var changes: UInt64 = 0

  package init() {
    pthread_mutex_init(mutex, nil)
    var attributes = pthread_condattr_t()
    pthread_condattr_init(&attributes)
    defer { pthread_condattr_destroy(&attributes) }
    #if canImport(Glibc)
      pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
    #endif
    pthread_cond_init(condition, &attributes)
  }

  deinit {
    pthread_cond_destroy(condition)
    pthread_mutex_destroy(mutex)
    condition.deallocate()
    mutex.deallocate()
  }

  /// Who is woken: all who wait, or one of them where it does not matter which.
  package enum Waiters: Sendable { case all, one }

  /// Says that the condition may have changed.
  package func signal(_ waiters: Waiters = .all) {
    pthread_mutex_lock(mutex)
    changes &+= 1
    switch waiters {
    case .all: pthread_cond_broadcast(condition)
    case .one: pthread_cond_signal(condition)
    }
    pthread_mutex_unlock(mutex)
  }

  /// Waits until `isMet` holds; it is asked again after every signal and must not signal itself.
  ///
  /// - Parameter deadline: when to give up; nil is never.
  package func wait(until deadline: ContinuousClock.Instant? = nil, for isMet: () -> Bool) {
    while true {
      pthread_mutex_lock(mutex)
      let seen = changes
      pthread_mutex_unlock(mutex)
      if isMet() { return }
      if let deadline, deadline <= .now { return }
      pthread_mutex_lock(mutex)
      while changes == seen, waitForSignal(until: deadline) {}
      pthread_mutex_unlock(mutex)
    }
  }

  /// Waits for a signal, with the mutex held; false when the time is over.
  private func waitForSignal(until deadline: ContinuousClock.Instant?) -> Bool {
    guard let deadline else { return pthread_cond_wait(condition, mutex) == 0 }
    let left = max(.zero, ContinuousClock.now.duration(to: deadline)).components
    var time = timespec()
    #if canImport(Glibc)
      clock_gettime(CLOCK_MONOTONIC, &time)
    #endif
    time.tv_sec += Int(left.seconds)
    time.tv_nsec += Int(left.attoseconds / 1_000_000_000)
    if time.tv_nsec >= 1_000_000_000 {
      time.tv_sec += 1
      time.tv_nsec -= 1_000_000_000
    }
    #if canImport(Glibc)
      return pthread_cond_timedwait(condition, mutex, &time) != ETIMEDOUT
    #else
      return pthread_cond_timedwait_relative_np(condition, mutex, &time) != ETIMEDOUT
    #endif
  }
}
