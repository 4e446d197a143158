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
    pthread_cond_init(condition, nil)
  }

  deinit {
    pthread_cond_destroy(condition)
    pthread_mutex_destroy(mutex)
    condition.deallocate()
    mutex.deallocate()
  }

  /// Says that the condition may have changed.
  package func signal() {
    pthread_mutex_lock(mutex)
    changes &+= 1
    pthread_cond_broadcast(condition)
    pthread_mutex_unlock(mutex)
  }

  /// Waits until `isMet` holds; it is asked again after every signal and must not signal itself.
  package func wait(until isMet: () -> Bool) {
    while true {
      pthread_mutex_lock(mutex)
      let seen = changes
      pthread_mutex_unlock(mutex)
      if isMet() { return }
      pthread_mutex_lock(mutex)
      while changes == seen { pthread_cond_wait(condition, mutex) }
      pthread_mutex_unlock(mutex)
    }
  }
}
