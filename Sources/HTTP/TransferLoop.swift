import URLs
import CCurl
import Synchronization
import System

/// A request that is to be sent, and who waits for its result.
struct TransferJob: Sendable {
  var promise: Promise
  var request: Request
  var url: ResolvedURL
  let askedAt = ContinuousClock.now
}

/// The thread that does the transfers of one client.
///
/// It starts with the first job, sleeps while there is nothing to do and ends with `close()`.
/// Callers only put jobs into the inbox and wake it; results go straight to the promises.
final class TransferLoop: Sendable {
  private struct Inbox {
    var jobs: [TransferJob] = []
    var cancelled: [Promise] = []
    /// Whoever has no result yet.
    var open: [ObjectIdentifier: Promise] = [:]
    var isClosed = false
    var isRunning = false
    var waker: Waker?
  }

  private let inbox = Mutex(Inbox())
  private let configuration: CurlClient.Configuration

  init(configuration: CurlClient.Configuration) { self.configuration = configuration }

  /// Sends a request; its promise is fulfilled when it has ended.
  func start(_ job: TransferJob) {
    let (isAccepted, isFirst) = inbox.withLock { inbox in
      if inbox.isClosed { return (false, false) }
      inbox.jobs.append(job)
      inbox.open[ObjectIdentifier(job.promise)] = job.promise
      inbox.waker?.wake()
      defer { inbox.isRunning = true }
      return (true, !inbox.isRunning)
    }
    if !isAccepted { return job.promise.fulfil(.failure(.cancelled)) }
    guard isFirst else { return }
    do throws(SystemError) {
      try startThread { self.run() }
    } catch {
      giveUp(.failed(reason: "no thread can be started (\(error))"))
    }
  }

  /// Fulfils the promise and ends its transfer on the wire.
  func cancel(_ promise: Promise) {
    promise.fulfil(.failure(.cancelled))
    inbox.withLock { inbox in
      guard inbox.open.removeValue(forKey: ObjectIdentifier(promise)) != nil else { return }
      inbox.cancelled.append(promise)
      inbox.waker?.wake()
    }
  }

  /// Fulfils every promise as cancelled and lets the thread end by itself; does not wait for it.
  func close() {
    fulfilOpen(.cancelled) { $0.isClosed = true }
  }

  private func giveUp(_ error: HTTPError) {
    fulfilOpen(error) {
      $0.isRunning = false
      $0.jobs = []
    }
  }

  private func fulfilOpen(_ error: HTTPError, _ change: (inout Inbox) -> Void) {
    let open = inbox.withLock { inbox in
      change(&inbox)
      inbox.waker?.wake()
      defer { inbox.open = [:] }
      return inbox.open
    }
    for promise in open.values { promise.fulfil(.failure(error)) }
  }

  private func run() {
    guard let multi = CurlMulti(configuration: configuration) else {
      let error = HTTPError.failed(
        reason: "libcurl (libcurl.so.4) is not installed or cannot be set up")
      return giveUp(error.orOutOfDescriptors)
    }
    inbox.withLock { $0.waker = multi.waker }
    serve(multi)
    // Nobody may ring once the handle is gone, and it goes away with `multi`.
    withExtendedLifetime(multi) { inbox.withLock { $0.waker = nil } }
  }

  private func serve(_ multi: CurlMulti) {
    var waiting: [TransferJob] = []
    while let (jobs, cancelled) = drain() {
      for promise in cancelled { multi.remove(promise) }
      waiting += jobs
      repeat {
        waiting = waiting.filter { !start($0, on: multi) }
        multi.perform { finish($0, $1) }
      } while !waiting.isEmpty && multi.hasRoom
      multi.sleep()
    }
  }

  /// Returns false where the job has to wait for room; the wait counts against its time.
  private func start(_ job: TransferJob, on multi: CurlMulti) -> Bool {
    guard !job.promise.isFulfilled else { return true }
    guard multi.hasRoom || job.url.scheme == .http else { return false }
    var job = job
    job.request.timeout -= job.askedAt.duration(to: .now)
    if job.request.timeout <= .zero {
      finish(job.promise, .failure(.timedOut))
    } else if !multi.add(job) {
      finish(job.promise, .failure(.failed(reason: "out of memory")))
    }
    return true
  }

  /// Returns what was asked since the last time; nil when the loop is closed.
  private func drain() -> (jobs: [TransferJob], cancelled: [Promise])? {
    inbox.withLock { inbox in
      if inbox.isClosed { return nil }
      defer { (inbox.jobs, inbox.cancelled) = ([], []) }
      return (inbox.jobs, inbox.cancelled)
    }
  }

  private func finish(_ promise: Promise, _ result: Promise.Result) {
    inbox.withLock { _ = $0.open.removeValue(forKey: ObjectIdentifier(promise)) }
    promise.fulfil(result)
  }
}
