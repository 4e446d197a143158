import Synchronization
import Testing
import Wire

@Suite("The outbox")
struct OutboxTests {
  private let outbox = Outbox()
  private let a = Delivery.Subject(kind: "search", id: "a")
  private let b = Delivery.Subject(kind: "search", id: "b")

  @Test func `messages leave in the order they came`() {
    add("1")
    add("2", .status(a, topic: "search"))
    add("3", .list(b))
    add("4", .page(b))
    #expect(written == "1234")
  }

  @Test func `a list drops the unsent older lists, pages and statuses of its subject`() {
    add("[s]", .status(a, topic: "search"))
    add("[list]", .list(a))
    add("[page]", .page(a))
    add("[t]", .status(a, topic: "other"))
    add("[b]", .list(b))
    add("[new]", .list(a))
    #expect(written == "[b][new]")
  }

  @Test func `pages of the standing list are kept`() {
    add("[list]", .list(a))
    add("[page 2]", .page(a))
    add("[page 3]", .page(a))
    #expect(written == "[list][page 2][page 3]")
  }

  @Test func `of the unsent statuses of a topic the newest 64 are kept`() {
    add("repos,", .status(a, topic: "repos"))
    for number in 1...100 { add("\(number),", .status(a, topic: "user")) }
    add("b,", .status(b, topic: "user"))
    #expect(written == "repos," + (37...100).map { "\($0)," }.joined() + "b,")
  }

  @Test func `a status never drops a list`() {
    add("[list]", .list(a))
    add("[s]", .status(a, topic: "search"))
    #expect(written == "[list][s]")
  }

  @Test func `responses and refusals outlive a list`() {
    add("[answer]")
    add("[refused]", .refusal(a))
    add("[list]", .list(a))
    add("[list]", .list(a))
    #expect(written == "[answer][refused][list]")
  }

  @Test func `of the unsent refusals of a subject the newest 64 are kept`() {
    for number in 1...100 { add("\(number),", .refusal(a)) }
    add("b,", .refusal(b))
    #expect(written == (37...100).map { "\($0)," }.joined() + "b,")
  }

  @Test func `the same ids of a search and of a profile are two subjects`() {
    add("[search]", .list(a))
    add("[profile]", .list(Delivery.Subject(kind: "profile", id: "a")))
    #expect(written == "[search][profile]")
  }

  @Test func `what was written already is not dropped twice`() {
    add("[list 1]", .list(a))
    add("[page]", .page(a))
    _ = written
    add("[list 2]", .list(a))
    add("[status]", .status(a, topic: "search"))
    #expect(written == "[list 2][status]")
    #expect(outbox.unsentBytes == 0)
  }

  @Test func `a subject that is discarded leaves nothing of its own`() {
    add("[answer]")
    add("[list]", .list(a))
    add("[page]", .page(a))
    add("[status]", .status(a, topic: "search"))
    add("[refused]", .refusal(a))
    add("[kept]", .kept(a))
    add("[b]", .list(b))
    outbox.discard(a)
    #expect(written == "[answer][b]")
    #expect(outbox.unsentBytes == 0)
  }

  @Test func `what is kept outlives the lists behind it`() {
    add("[kept]", .kept(a))
    add("[old]", .list(a))
    add("[new]", .list(a))
    #expect(written == "[kept][new]")
  }

  @Test func `unsent bytes are counted, dropped ones not`() {
    add("12345", .list(a))
    add("123", .page(a))
    #expect(outbox.unsentBytes == 8)
    add("12", .list(a))
    #expect(outbox.unsentBytes == 2)
    _ = written
    #expect(outbox.unsentBytes == 0)
  }

  @Test func `it is full at 64 MiB, and not any more once taken from`() {
    let megabyte = [UInt8](repeating: 0, count: 1 << 20)
    for _ in 0..<63 { outbox.add(megabyte) }
    #expect(!outbox.isFull)
    outbox.add(megabyte)
    #expect(outbox.isFull)
    _ = outbox.take()
    #expect(!outbox.isFull)
  }

  @Test func `a list that is replaced a hundred thousand times costs one list`() {
    let list = [UInt8](repeating: 0x61, count: 1_000)
    for _ in 0..<100_000 {
      outbox.add([0x62], as: .status(a, topic: "search"))
      outbox.add(list, as: .list(a))
    }
    #expect(outbox.unsentBytes == 1_000)
  }

  @Test func `a message is taken whole, and none is begun beyond the limit`() {
    outbox.add([UInt8](repeating: 1, count: 10), as: .page(a))
    outbox.add([UInt8](repeating: 2, count: 10), as: .page(a))
    #expect(outbox.take(limit: 5).count == 10)
    #expect(outbox.take(limit: 11).count == 10)
    #expect(outbox.take() == [])
  }

  @Test func `what is kept whatever follows may leave in one run`() {
    for number in 1...20_000 { add("answer \(number);") }
    var taken: [UInt8] = []
    while outbox.unsentBytes > 0 {
      let run = outbox.take()
      #expect(run.count <= 128 << 10)
      taken += run
    }
    #expect(
      String(decoding: taken, as: UTF8.self) == (1...20_000).map { "answer \($0);" }.joined())
  }

  @Test func `the writer is told at a flush, where there is something to write`() {
    let count = Atomic(0)
    let outbox = Outbox(onFlush: { _ in count.add(1, ordering: .relaxed) })
    outbox.flush()
    #expect(count.load(ordering: .relaxed) == 0)
    outbox.add([1])
    outbox.add([2])
    outbox.flush()
    #expect(count.load(ordering: .relaxed) == 1)
    #expect(outbox.take() == [1, 2])
    outbox.flush()
    #expect(count.load(ordering: .relaxed) == 1)
  }

  private func add(_ text: String, _ delivery: Delivery = .always) {
    outbox.add(Array(text.utf8), as: delivery)
  }

  /// What a writer takes now.
  private var written: String {
    var text = ""
    while outbox.unsentBytes > 0 { text += String(decoding: outbox.take(limit: 4), as: UTF8.self) }
    return text
  }
}
