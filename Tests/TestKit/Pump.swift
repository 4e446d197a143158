import Synchronization

/// An executor that runs nothing until it is pumped, on the thread that pumps it.
///
/// With everything of a test on one pump, `run()` returns when nothing can go on without the clock,
/// a source or the test, so that tests neither sleep nor guess.
package final class Pump: TaskExecutor {
  private let jobs = Mutex<[UnownedJob]>([])

  package init() {}

  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    jobs.withLock { $0.append(job) }
  }

  /// Runs jobs in the order they came until there is none.
  package func run() {
    while let job = jobs.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) {
      job.runSynchronously(on: asUnownedTaskExecutor())
    }
  }
}
