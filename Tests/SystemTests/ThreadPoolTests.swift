import Synchronization
import System
import Testing

@Suite("The threads of tasks", .timeLimit(.minutes(1)))
struct ThreadPoolTests {
  /// Counts, as an actor, so that tasks wait for one another on the pool.
  private actor Counter {
    var value = 0
    func add() { value += 1 }
  }

  private final class Arrivals: Sendable {
    private let number = Atomic(0)

    var count: Int { number.load(ordering: .acquiring) }

    func add() { number.add(1, ordering: .acquiringAndReleasing) }
  }

  @Test func `every task runs to its end, and those that it starts`() async {
    let pool = ThreadPool()
    let counter = Counter()
    let task = Task(executorPreference: pool) {
      await withTaskGroup(of: Void.self) { group in
        for _ in 0..<1_000 {
          group.addTask {
            await counter.add()
            await Task.yield()
            await counter.add()
          }
        }
      }
      return await counter.value
    }
    #expect(await task.value == 2_000)
  }

  @Test func `two tasks run at once`() async {
    let pool = ThreadPool()
    let arrivals = Arrivals()
    let tasks = (0..<2).map { _ in
      Task(executorPreference: pool) {
        arrivals.add()
        while arrivals.count < 2 {}
      }
    }
    for task in tasks { await task.value }
    #expect(arrivals.count == 2)
  }
}
