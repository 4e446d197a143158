import Synchronization
import System

/// A line on a terminal that says what is waited for, once it takes long enough to be noticed.
///
/// Lines for people that are written meanwhile go through `complain`, which clears it first.
final class Spinner: Sendable {
  private struct State {
    var text = ""
    /// The columns that are drawn on; 0 while nothing is shown.
    var drawnWidth = 0
    var turns = 0
    var isRunning = false
  }

  /// Shorter waits show nothing.
  private static let patience = Duration.milliseconds(300)
  private static let pause = Duration.milliseconds(100)

  private let terminal: Terminal
  private let state = Mutex(State())

  init(on terminal: Terminal = .standardError) { self.terminal = terminal }

  /// Awaits `body` and says meanwhile what is waited for.
  func waiting<Value: Sendable>(
    for what: String, _ body: () async throws(CommandError) -> Value
  ) async throws(CommandError) -> Value {
    guard terminal.isAddressable else { return try await body() }
    state.withLock { $0 = State(text: what.printable, isRunning: true) }
    let task = Task(executorPreference: ThreadPool.shared) { await self.turn() }
    defer {
      task.cancel()
      clear { $0.isRunning = false }
    }
    return try await body()
  }

  /// Says from now on that this is waited for.
  func update(_ what: String) { state.withLock { $0.text = what.printable } }

  /// Writes a line for people.
  func complain(_ message: String) {
    clear { _ in terminal.complain(message) }
  }

  private func turn() async {
    let clock = MonotonicClock()
    let start = clock.now()
    var next = start + Spinner.patience
    while true {
      await clock.sleep(until: next)
      guard !Task.isCancelled else { return }
      draw(after: clock.now() - start)
      next += Spinner.pause
    }
  }

  private func draw(after time: Duration) {
    let display = terminal.display
    state.withLock { state in
      guard state.isRunning else { return }
      let signs = Array(display.isUnicode ? "⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏" : "|/-\\")
      let seconds = time >= .seconds(2) ? " (\(time.components.seconds) s)" : ""
      // The last column stays free, so that nothing wraps.
      let line = Cell("\(signs[state.turns % signs.count]) \(state.text)\(seconds)")
        .cut(to: max(1, (display.width ?? 80) - 1), on: display).text
      terminal.write("\r\(line.padded(to: state.drawnWidth))")
      state.drawnWidth = line.displayWidth
      state.turns += 1
    }
  }

  /// Takes the line away and changes the state, in one step.
  private func clear(_ change: (inout State) -> Void) {
    state.withLock { state in
      if state.drawnWidth > 0 { terminal.write("\r\("".padded(to: state.drawnWidth))\r") }
      state.drawnWidth = 0
      change(&state)
    }
  }
}
