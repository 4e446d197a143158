import Explorer
import Synchronization

/// Transfers by the question that they are for: who asks what is under way already, joins it.
///
/// Every asker leaves by itself, when its time is over or its task is cancelled, and gets one outcome.
/// The transfer ends with its last asker.
final class SharedTransfers<Question: Hashable & Sendable, Answer: Sendable>: Sendable {
  typealias Outcome = Result<Answer, SourceError>

  private struct Asker {
    let number: Int
    let continuation: CheckedContinuation<Outcome, Never>
    var timer: Task<Void, Never>?
  }

  private struct Transfer {
    /// That of its first asker.
    let number: Int
    var askers: [Asker]
    var task: Task<Void, Never>?
  }

  private enum Entry { case isFirst, joined, isCancelled }

  private let environment: Environment
  private let lastNumber = Atomic(0)
  private let transfers = Mutex<[Question: Transfer]>([:])

  init(_ environment: Environment) { self.environment = environment }

  /// How many are under way.
  var count: Int { transfers.withLock(\.count) }

  /// Returns what the transfer under way for `question` ends with, or else one that is begun.
  ///
  /// Throws `.timeout` where that takes longer than `limit`, `.cancelled` as soon as the task is.
  func answer(
    to question: Question, within limit: Duration,
    by transfer: @escaping @Sendable () async -> Outcome
  ) async throws(SourceError) -> Answer {
    let number = lastNumber.add(1, ordering: .relaxed).newValue
    let outcome = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        switch enter(Asker(number: number, continuation: continuation), question) {
        case .isFirst:
          begin(transfer, for: question, number)
          startTimer(for: number, question, limit)
        case .joined: startTimer(for: number, question, limit)
        case .isCancelled: continuation.resume(returning: .failure(SourceError(.cancelled)))
        }
      }
    } onCancel: {
      leave(number, question, because: .cancelled)
    }
    return try outcome.get()
  }

  private func enter(_ asker: Asker, _ question: Question) -> Entry {
    transfers.withLock { transfers in
      // Asked under the lock: a cancellation after this finds the asker in its place.
      guard !Task.isCancelled else { return .isCancelled }
      guard transfers[question] == nil else {
        transfers[question]?.askers.append(asker)
        return .joined
      }
      transfers[question] = Transfer(number: asker.number, askers: [asker])
      return .isFirst
    }
  }

  private func begin(
    _ transfer: @escaping @Sendable () async -> Outcome, for question: Question, _ number: Int
  ) {
    let task = environment.start { self.finish(question, number, await transfer()) }
    let isWanted = transfers.withLock { transfers in
      guard transfers[question]?.number == number else { return false }
      transfers[question]?.task = task
      return true
    }
    if !isWanted { task.cancel() }
  }

  private func startTimer(for number: Int, _ question: Question, _ limit: Duration) {
    let (environment, end) = (environment, environment.now() + limit)
    let timer = environment.start {
      await environment.sleep(end)
      if !Task.isCancelled { self.leave(number, question, because: .timeout) }
    }
    let isWanted = transfers.withLock { transfers in
      guard let place = transfers[question]?.askers.firstIndex(where: { $0.number == number })
      else { return false }
      transfers[question]?.askers[place].timer = timer
      return true
    }
    if !isWanted { timer.cancel() }
  }

  /// Takes an asker out; the transfer ends where it was the last.
  private func leave(_ number: Int, _ question: Question, because cause: SourceError.Cause) {
    let (asker, abandoned) = transfers.withLock { transfers -> (Asker?, Transfer?) in
      guard let place = transfers[question]?.askers.firstIndex(where: { $0.number == number })
      else { return (nil, nil) }
      let asker = transfers[question]?.askers.remove(at: place)
      let isLast = transfers[question]?.askers.isEmpty == true
      return (asker, isLast ? transfers.removeValue(forKey: question) : nil)
    }
    abandoned?.task?.cancel()
    asker?.timer?.cancel()
    asker?.continuation.resume(returning: .failure(SourceError(cause)))
  }

  /// Gives what a transfer has ended with to all who wait for it.
  private func finish(_ question: Question, _ number: Int, _ outcome: Outcome) {
    let transfer = transfers.withLock { transfers -> Transfer? in
      guard transfers[question]?.number == number else { return nil }
      return transfers.removeValue(forKey: question)
    }
    for asker in transfer?.askers ?? [] {
      asker.timer?.cancel()
      asker.continuation.resume(returning: outcome)
    }
  }
}
