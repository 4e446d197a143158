import Synchronization
import TestKit
import Testing
import Wire

@Suite("The inbox", .timeLimit(.minutes(1)))
struct InboxTests {
  @Test func `events come in the order they were posted, all there are at once`() async {
    let inbox = Inbox<Int>()
    for number in 1...5 { inbox.post(number) }
    #expect(await inbox.next() == [1, 2, 3, 4, 5])
    inbox.post(6)
    #expect(await inbox.next() == [6])
    #expect(inbox.take() == [])
  }

  @Test func `whoever waits is woken`() {
    let inbox = Inbox<Int>()
    let pump = Pump()
    let found = Mutex<[Int]>([])
    Task(executorPreference: pump) {
      for _ in 0..<2 {
        let events = await inbox.next()
        found.withLock { $0 += events }
      }
    }
    pump.run()
    #expect(found.withLock { $0 } == [])
    inbox.post(1)
    inbox.post(2)
    pump.run()
    #expect(found.withLock { $0 } == [1, 2])
    inbox.post(3)
    pump.run()
    #expect(found.withLock { $0 } == [1, 2, 3])
  }

  @Test func `what waits is weighed until it is taken`() {
    let taken = Atomic(0)
    let inbox = Inbox<Int>(onTake: { taken.add(1, ordering: .relaxed) })
    inbox.post(1, weight: 10)
    inbox.post(2)
    inbox.post(3, weight: 5)
    #expect(inbox.weight == 15)
    #expect(inbox.take() == [1, 2, 3])
    #expect(inbox.weight == 0)
    #expect(taken.load(ordering: .relaxed) == 1)
    #expect(inbox.take() == [])
    #expect(taken.load(ordering: .relaxed) == 1)
  }

  @Test func `of many threads each is heard in its own order`() async {
    let inbox = Inbox<(thread: Int, number: Int)>()
    await withTaskGroup(of: Void.self) { group in
      for thread in 0..<4 {
        group.addTask { for number in 0..<1_000 { inbox.post((thread: thread, number: number)) } }
      }
    }
    var next = [0, 0, 0, 0]
    for event in inbox.take() {
      #expect(event.number == next[event.thread])
      next[event.thread] += 1
    }
    #expect(next == [1_000, 1_000, 1_000, 1_000])
  }
}
