import System
import TestKit
import Testing

@Suite("Work that several wait for", .timeLimit(.minutes(1)))
struct SharedWorkTests {
  private let time = TestClock()

  private func work() -> SharedWork<Int> {
    SharedWork { [time] in await time.sleep(until: time.now + .milliseconds(100)) }
  }

  @Test("is left at once by who is cancelled, and goes on for the others")
  func leaves() async {
    let work = work()
    let (began, beginning) = AsyncStream.makeStream(of: Void.self)
    let (ended, ending) = AsyncStream.makeStream(of: Void.self)
    let body: @Sendable () async -> Int = {
      beginning.yield()
      for await _ in ended { break }
      return 7
    }
    let first = Task { await work.value(of: body) }
    for await _ in began { break }
    let second = Task { await work.value(of: body) }
    first.cancel()
    #expect(await first.value == nil)
    ending.yield()
    #expect(await second.value == 7)
  }

  @Test("ends a moment after its last waiter has left, and begins anew for a later one")
  func ends() async {
    let work = work()
    let (began, beginning) = AsyncStream.makeStream(of: Void.self)
    let (ended, ending) = AsyncStream.makeStream(of: Void.self)
    let waiter = Task {
      await work.value(of: {
        beginning.yield()
        while !Task.isCancelled { await Task.yield() }
        ending.yield()
        return 1
      })
    }
    for await _ in began { break }
    waiter.cancel()
    #expect(await waiter.value == nil)
    while time.sleeperCount == 0 { await Task.yield() }
    time.advance(by: .milliseconds(100))
    for await _ in ended { break }
    #expect(await work.value(of: { 2 }) == 2)
  }
}
