import Synchronization
import System

/// Writes what an outbox holds, from one thread at a time.
///
/// What is short is written at once by whoever has added it, where the output says that there is room,
/// so that an answer crosses to no other thread; all else is left to the writer's thread.
final class OutputWriter: Sendable {
  private struct State {
    var isBusy = false
    var failure: SystemError?
  }

  /// A pipe that is writable takes so many bytes without waiting (`PIPE_BUF`), and a socket does too.
  private static let surelyTaken = 4096

  private let output: Descriptor
  private let canTell: Bool
  private let state = Mutex(State())

  init(_ output: Descriptor) {
    self.output = output
    let kind = (try? output.status())?.kind
    canTell = kind == .pipe || kind == .socket
  }

  /// Why nothing can be written any more.
  var failure: SystemError? { state.withLock(\.failure) }

  var isBusy: Bool { state.withLock(\.isBusy) }

  /// Whether the writer's thread has something to do.
  func isNeeded(for outbox: Outbox) -> Bool {
    state.withLock { state in
      state.failure != nil || !state.isBusy && outbox.unsentBytes > 0
    }
  }

  /// Writes what there is, where that surely takes no time; false where the writer's thread is needed.
  func writeAtOnce(_ outbox: Outbox) -> Bool {
    guard canTell, outbox.unsentBytes <= Self.surelyTaken, begin() else { return false }
    if output.wait(for: .writable, timeout: .zero).contains(.writable) { transfer(outbox) }
    end()
    return !isNeeded(for: outbox)
  }

  /// Writes the oldest messages, waiting where it must.
  func write(_ outbox: Outbox) {
    guard begin() else { return }
    transfer(outbox)
    end()
  }

  private func begin() -> Bool {
    state.withLock { state in
      guard !state.isBusy, state.failure == nil else { return false }
      state.isBusy = true
      return true
    }
  }

  private func end() { state.withLock { $0.isBusy = false } }

  private func transfer(_ outbox: Outbox) {
    do throws(SystemError) {
      try output.write(outbox.take())
    } catch {
      state.withLock { $0.failure = error }
    }
  }
}
