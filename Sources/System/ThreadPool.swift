import Synchronization

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Threads that run tasks: at most one for each processor, but two; started as they are needed.
///
/// It stands in the place of the standard library's pool, whose supervisor on Linux (libdispatch) wakes
/// up every second, for ever, once a task has run there.
package final class ThreadPool: TaskExecutor {
  private struct State {
    var jobs: [UnownedJob] = []
    /// The place of the oldest job that waits.
    var head = 0
    var threads = 0
    var idleThreads = 0

    var waiting: Int { jobs.count - head }

    mutating func take() -> UnownedJob? {
      guard head < jobs.count else { return nil }
      defer {
        head += 1
        if head == jobs.count {
          jobs.removeAll(keepingCapacity: true)
          head = 0
        }
      }
      return jobs[head]
    }
  }

  private static let maximumThreads = max(2, sysconf(Int32(_SC_NPROCESSORS_ONLN)))

  private let state = Mutex(State())
  private let changes = ConditionVariable()

  /// The threads of this process.
  package static let shared = ThreadPool()

  package init() {}

  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let needsThread = state.withLock { state in
      state.jobs.append(job)
      guard state.waiting > state.idleThreads, state.threads < Self.maximumThreads else {
        return false
      }
      state.threads += 1
      return true
    }
    if needsThread { addThread() } else { changes.signal(.one) }
  }

  /// Without the thread the others have more to do; the process cannot go on without any.
  private func addThread() {
    do throws(SystemError) {
      try startThread { [self] in runJobs() }
    } catch {
      let left = state.withLock { state in
        state.threads -= 1
        return state.threads
      }
      precondition(left > 0, "no thread can be started: \(error)")
      changes.signal(.one)
    }
  }

  private func runJobs() -> Never {
    while true {
      if let job = state.withLock({ $0.take() }) {
        job.runSynchronously(on: asUnownedTaskExecutor())
        continue
      }
      state.withLock { $0.idleThreads += 1 }
      changes.wait { state.withLock { $0.waiting > 0 } }
      state.withLock { $0.idleThreads -= 1 }
    }
  }
}
