import Synchronization
import TestKit
import Testing
import Wire

@Suite("The inbox", .timeLimit(.minutes(1)))
struct InboxTests {
  /// What a loop has handled, batch by batch; zero ends it.
  private final class Handled: Sendable {
    private let state = Mutex<[[Int]]>([])

    var batches: [[Int]] { state.withLock { $0 } }

    func add(_ events: [Int]) -> Bool {
      state.withLock { $0.append(events) }
      return !events.contains(0)
    }
  }

  /// An inbox that is served by a task on the pump.
  private func serve(
    _ inbox: Inbox<Int>, on pump: Pump, _ handler: @escaping Inbox<Int>.Handler
  ) -> Task<Void, Never> {
    let task = Task(executorPreference: pump) { await inbox.serve(handler) }
    pump.run()
    return task
  }

  @Test func `what came before it was served is handled in its order, all at once`() {
    let (inbox, pump, handled) = (Inbox<Int>(), Pump(), Handled())
    for number in 1...5 { inbox.post(number) }
    _ = serve(inbox, on: pump, handled.add)
    #expect(handled.batches == [[1, 2, 3, 4, 5]])
  }

  @Test func `whoever posts to an idle loop handles it itself`() {
    let (inbox, pump, handled) = (Inbox<Int>(), Pump(), Handled())
    _ = serve(inbox, on: pump, handled.add)
    inbox.post(1)
    #expect(handled.batches == [[1]])
    inbox.post(2)
    #expect(handled.batches == [[1], [2]])
  }

  @Test func `what is handed over is handled by the task that serves`() {
    let (inbox, pump, handled) = (Inbox<Int>(), Pump(), Handled())
    _ = serve(inbox, on: pump, handled.add)
    inbox.handOver(1)
    inbox.handOver(2)
    #expect(handled.batches == [])
    pump.run()
    #expect(handled.batches == [[1, 2]])
  }

  @Test func `what was handed over is taken along by whoever posts first`() {
    let (inbox, pump, handled) = (Inbox<Int>(), Pump(), Handled())
    _ = serve(inbox, on: pump, handled.add)
    inbox.handOver(1)
    inbox.post(2)
    #expect(handled.batches == [[1, 2]])
    pump.run()
    #expect(handled.batches == [[1, 2]])
  }

  @Test func `what a handler posts comes after what it handles, not inside`() {
    let (inbox, pump, handled) = (Inbox<Int>(), Pump(), Handled())
    let isInside = Atomic(false)
    _ = serve(inbox, on: pump) { events in
      #expect(isInside.exchange(true, ordering: .relaxed) == false)
      if events == [1] {
        inbox.post(2)
        inbox.handOver(3)
      }
      isInside.store(false, ordering: .relaxed)
      return handled.add(events)
    }
    inbox.post(1)
    #expect(handled.batches == [[1], [2, 3]])
  }

  @Test func `a handler that wants no more ends the serving, and later events are dropped`() async {
    let (inbox, pump, handled) = (Inbox<Int>(), Pump(), Handled())
    let task = serve(inbox, on: pump, handled.add)
    inbox.post(0)
    inbox.post(1, weight: 10)
    inbox.handOver(2)
    pump.run()
    await task.value
    #expect(handled.batches == [[0]])
    #expect(inbox.weight == 0)
  }

  @Test func `what waits is weighed until it is taken`() {
    let taken = Atomic(0)
    let inbox = Inbox<Int>(onTake: { taken.add(1, ordering: .relaxed) })
    let (pump, handled) = (Pump(), Handled())
    inbox.post(1, weight: 10)
    inbox.post(2)
    inbox.handOver(3, weight: 5)
    #expect(inbox.weight == 15)
    #expect(taken.load(ordering: .relaxed) == 0)
    _ = serve(inbox, on: pump, handled.add)
    #expect(inbox.weight == 0)
    #expect(taken.load(ordering: .relaxed) == 1)
  }

  @Test func `of many threads each is heard in its own order, one turn at a time`() async {
    let inbox = Inbox<Int>()
    let handled = Handled()
    let isInside = Atomic(false)
    let serving = Task {
      await inbox.serve { events in
        #expect(isInside.exchange(true, ordering: .acquiring) == false)
        defer { isInside.store(false, ordering: .releasing) }
        return handled.add(events)
      }
    }
    await withTaskGroup(of: Void.self) { group in
      for thread in 1...4 {
        group.addTask {
          for number in 0..<1_000 {
            let event = thread * 10_000 + number
            if number % 3 == 0 { inbox.handOver(event) } else { inbox.post(event) }
          }
        }
      }
    }
    inbox.handOver(0)
    await serving.value
    let events = handled.batches.joined().filter { $0 > 0 }
    for thread in 1...4 {
      let own = events.filter { $0 / 10_000 == thread }
      #expect(own == (0..<1_000).map { thread * 10_000 + $0 })
    }
  }

  @Test func `a second serving traps`() async {
    await #expect(processExitsWith: .failure) {
      let inbox = Inbox<Int>()
      Task { await inbox.serve { _ in true } }
      await inbox.serve { _ in true }
    }
  }
}
