import Explorer
import Synchronization
import Testing

@testable import People

/// A host whose answers the test makes; keeps what it was asked.
private final class KnownHost: MentionableUsersHost {
  typealias Answer = @Sendable (String) throws(SourceError) -> Page

  private let answer: Answer
  private let questions = Mutex<[String]>([])

  init(_ answer: @escaping Answer) { self.answer = answer }

  var asked: [String] { questions.withLock { $0 } }

  func mentionableUsers(
    of repository: RepositoryName, matching text: String, timeout: Duration
  ) async throws(SourceError) -> Page {
    questions.withLock { $0.append(text) }
    return try answer(text)
  }
}

private final class Shared<Value: Sendable>: Sendable {
  private let mutex: Mutex<Value>

  init(_ value: Value) { mutex = Mutex(value) }

  var value: Value {
    get { mutex.withLock { $0 } }
    set { mutex.withLock { $0 = newValue } }
  }
}

private struct Bench {
  let host: KnownHost
  let time = Shared<Duration>(.zero)
  let complaints = Shared<[SourceError]>([])
  let people: MentionablePeople

  init(_ answer: @escaping KnownHost.Answer) {
    host = KnownHost(answer)
    let (time, complaints) = (time, complaints)
    people = MentionablePeople(
      host, now: { time.value }, sleep: { _ in },
      report: { _, error in complaints.value += [error] })
  }

  func look(
    for text: String, in name: RepositoryName? = RepositoryName(owner: "octocat", name: "spoon")
  ) async {
    await people.look(for: text, in: { name }, timeout: .seconds(1))
  }

  func logins(_ text: String) -> [String?] {
    people.directory.people.find(text).map(\.login)
  }
}

private func page(_ logins: String..., next: String? = nil) -> Page {
  Page(
    items: logins.map { login in
      var item = Item(id: "github.com:\(login)", kind: .user, label: login)
      item.data["login"] = .string(login)
      return item
    }, next: next)
}

@Suite(.timeLimit(.minutes(1))) struct MentionablePeopleTests {
  @Test("Everybody is asked for once a day where one answer holds them")
  func everybody() async {
    let bench = Bench { _ in page("mona", "octocat") }
    for text in ["mo", "oct", "location:berlin"] { await bench.look(for: text) }
    #expect(bench.host.asked == [""])
    #expect(bench.logins("mo") == ["mona"])
    bench.time.value = .seconds(86_400)
    await bench.look(for: "mo")
    #expect(bench.host.asked == ["", ""])
  }

  @Test("Of a large repository each query is asked about, but for those whose start was answered")
  func large() async {
    let bench = Bench { text in
      text.isEmpty ? page("aaa", next: "c") : page("\(text)na", next: text == "oct" ? "c" : nil)
    }
    for text in ["Mo", "mon", "mo", "oct", "octo", "oct"] { await bench.look(for: text) }
    #expect(bench.host.asked == ["", "mo", "oct", "octo"])
    #expect(bench.logins("") == ["aaa", "mona", "octna", "octona"])
  }

  @Test("Questions at the same time are asked one after the other, each once")
  func together() async {
    let bench = Bench { text in text.isEmpty ? page("aaa", next: "c") : page("mona") }
    await withTaskGroup(of: Void.self) { group in
      for text in ["mo", "mo", "mon", "mona"] { group.addTask { await bench.look(for: text) } }
    }
    #expect(bench.host.asked.first == "")
    #expect(Set(bench.host.asked).count == bench.host.asked.count)
  }

  @Test("A host that fails is left alone for a while, and complained of once")
  func failure() async {
    let bench = Bench { (_) throws(SourceError) in
      throw SourceError(.notFound(what: "repository"))
    }
    await bench.look(for: "mo")
    await bench.look(for: "mo")
    #expect(bench.host.asked.count == 1)
    bench.time.value = .seconds(300)
    await bench.look(for: "mo")
    #expect(bench.host.asked.count == 2)
    #expect(bench.complaints.value.map(\.cause) == [.notFound(what: "repository")])
  }

  @Test("Nobody is asked where no remote is on the host")
  func elsewhere() async {
    let bench = Bench { _ in page("mona") }
    await bench.look(for: "mo", in: nil)
    await bench.look(for: "mo")
    #expect(bench.host.asked == [])
  }
}
