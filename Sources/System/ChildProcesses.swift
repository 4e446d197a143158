import Synchronization

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The processes that were started here, so that none outlives this one.
///
/// Each leads a process group of its own and is killed together with it.
package final class ChildProcesses: Sendable {
  private struct Run {
    /// Nil until the process has been started, and once it has ended.
    var group: pid_t?
    var isCancelled = false
  }

  private struct State {
    var runs: [Int: Run] = [:]
    var runCount = 0
    var isOver = false
  }

  private static let maximumComplaint = 4 << 10
  private let state = Mutex(State())

  package init() {}

  /// Kills every process that was started here; nothing is started afterwards.
  ///
  /// Does not wait, and may be called again.
  package func terminateAll() {
    state.withLock { state in
      state.isOver = true
      for run in state.runs.values { kill(run.group) }
    }
  }

  /// How many are running.
  package var count: Int { state.withLock { state in state.runs.values.count { $0.group != nil } } }

  /// Runs a command and hands out what it prints, chunk by chunk, on a thread of its own.
  ///
  /// The next chunk is read when `take` has returned, so that a child that prints faster waits.
  ///
  /// - Parameter take: returns whether to go on; otherwise the child is killed.
  package func run(
    _ command: ChildCommand, take: @escaping @Sendable (UnsafeRawBufferPointer) -> Bool
  ) async -> ChildResult {
    let number = newRun()
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        do throws(SystemError) {
          try startThread {
            continuation.resume(returning: self.run(command, number, take: take))
          }
        } catch {
          endRun(number)
          continuation.resume(returning: ChildResult(end: .notStarted(error)))
        }
      }
    } onCancel: {
      cancel(number)
    }
  }

  /// The same on the caller's thread, which waits until the child has ended.
  package func runBlocking(
    _ command: ChildCommand, take: (UnsafeRawBufferPointer) -> Bool
  ) -> ChildResult {
    run(command, newRun(), take: take)
  }

  // MARK: one run

  private func newRun() -> Int {
    state.withLock { state in
      state.runCount += 1
      state.runs[state.runCount] = Run()
      return state.runCount
    }
  }

  private func endRun(_ number: Int) { state.withLock { _ = $0.runs.removeValue(forKey: number) } }

  private func cancel(_ number: Int) {
    state.withLock { state in
      state.runs[number]?.isCancelled = true
      kill(state.runs[number]?.group)
    }
  }

  private func run(
    _ command: ChildCommand, _ number: Int, take: (UnsafeRawBufferPointer) -> Bool
  ) -> ChildResult {
    defer { endRun(number) }
    do throws(SystemError) {
      let child = try start(command, number)
      guard var child else { return ChildResult(end: refusal(of: number)) }
      defer { child.close() }
      let end = follow(&child, command, number, take)
      return ChildResult(end: end, complaint: child.complaint)
    } catch .notFound, .notADirectory, .accessDenied {
      return ChildResult(end: .notFound)
    } catch {
      return ChildResult(end: .notStarted(error))
    }
  }

  private func refusal(of number: Int) -> ChildResult.End {
    state.withLock { $0.isOver ? .terminated : .cancelled }
  }

  /// Starts under the lock, so that `terminateAll` and `cancel` find the process or keep it from
  /// starting, and no process gets the pipe of another.
  private func start(_ command: ChildCommand, _ number: Int) throws(SystemError) -> Child? {
    let result: Result<Child?, SystemError> = state.withLock { state in
      guard !state.isOver, state.runs[number]?.isCancelled == false else { return .success(nil) }
      do throws(SystemError) {
        let child = try Child(command)
        state.runs[number]?.group = child.id
        return .success(child)
      } catch {
        return .failure(error)
      }
    }
    return try result.get()
  }

  /// Reads what the child prints until it has ended, and kills it where it must be.
  private func follow(
    _ child: inout Child, _ command: ChildCommand, _ number: Int,
    _ take: (UnsafeRawBufferPointer) -> Bool
  ) -> ChildResult.End {
    let deadline = ContinuousClock.now + command.timeLimit
    var reason: ChildResult.End?
    var printed = 0
    while true {
      let left = ContinuousClock.now.duration(to: deadline)
      if reason == nil, left <= .zero { reason = .timedOut }
      let mayHaveEnded = child.wait(
        atMost: reason == nil ? left : .seconds(1), readsOutput: reason == nil)
      let status = mayHaveEnded ? reap(child.id, number) : nil
      // What it wrote last is there by the time it has ended.
      repeat {
        guard let chunk = child.read(), reason == nil else { break }
        printed += chunk.count
        if printed > command.outputLimit {
          reason = .outputTooLarge
        } else if !take(chunk) {
          reason = .cancelled
        }
      } while status != nil
      child.readComplaint(upTo: Self.maximumComplaint)
      if let status { return end(number, reason) ?? .exited(status: status) }
      if reason != nil { kill(child.id) }
    }
  }

  /// What was decided from outside comes before what the run itself has found.
  private func end(_ number: Int, _ reason: ChildResult.End?) -> ChildResult.End? {
    state.withLock { state in
      if state.isOver { return .terminated }
      return state.runs[number]?.isCancelled == true ? .cancelled : reason
    }
  }

  /// Returns the status of a child that has ended, nil while it runs.
  ///
  /// Takes it off the list in the same step, so that its number is not killed once it is another's.
  private func reap(_ child: pid_t, _ number: Int) -> Int32? {
    state.withLock { state in
      var status: Int32 = 0
      let result = waitpid(child, &status, WNOHANG)
      guard result == child || (result < 0 && errno == ECHILD) else { return nil }
      state.runs[number]?.group = nil
      let signal = status & 0x7F
      return signal == 0 ? (status >> 8) & 0xFF : 128 + signal
    }
  }
}

private func kill(_ group: pid_t?) {
  if let group { kill(-group, SIGKILL) }
}
