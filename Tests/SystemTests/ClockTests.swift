import Synchronization
import System
import Testing

@Suite("The monotonic clock", .timeLimit(.minutes(1)))
struct ClockTests {
  private final class Woken: Sendable {
    private let state = Mutex<[Int]>([])

    var numbers: [Int] { state.withLock { $0 } }

    func add(_ number: Int) { state.withLock { $0.append(number) } }
  }

  @Test func `a time that is over is not waited for`() async {
    let clock = MonotonicClock()
    await clock.sleep(until: .zero)
    await clock.sleep(until: .seconds(-1))
  }

  @Test func `a sleeper is woken at its time, not before`() async {
    let clock = MonotonicClock()
    let end = clock.now() + .milliseconds(5)
    await clock.sleep(until: end)
    #expect(clock.now() >= end)
  }

  @Test func `sleepers are woken in the order of their times, whoever slept first`() async {
    let clock = MonotonicClock()
    let woken = Woken()
    let start = clock.now()
    await withTaskGroup(of: Void.self) { group in
      for number in [3, 1, 2] {
        group.addTask {
          await clock.sleep(until: start + .milliseconds(20 * number))
          woken.add(number)
        }
      }
    }
    #expect(woken.numbers == [1, 2, 3])
  }

  @Test(arguments: [0, 1, 100])
  func `a cancelled sleeper returns at once, the others sleep on`(others: Int) async {
    let clock = MonotonicClock()
    let sleepers = (0..<others).map { number in
      Task { await clock.sleep(until: .seconds(1_000 + number)) }
    }
    let cancelled = Task { await clock.sleep(until: .seconds(1_050)) }
    let never = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      await clock.sleep(until: .seconds(1_050))
    }
    cancelled.cancel()
    await cancelled.value
    await never.value
    sleepers.forEach { $0.cancel() }
    for sleeper in sleepers { await sleeper.value }
    #expect(clock.now() < .seconds(1_000))
  }
}
