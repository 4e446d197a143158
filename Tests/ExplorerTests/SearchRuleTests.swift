import Explorer
import Testing

/// The rules of the protocol for a live search, one by one.
@Suite("The rules of a live search")
struct SearchRuleTests {
  private var search = SearchDriver()

  // MARK: debounce

  @Test(arguments: [0, 1, 50, 100, 250, 499])
  mutating func `a typed word costs one request, at any speed`(pause: Int) {
    for end in 1...7 {
      search.edit(String("octocat".prefix(end)))
      search.wait(pause)
    }
    search.wait(499)
    let early = search.read()
    search.wait(pause == 0 ? 1 : 2)
    #expect(early + search.read() == ["loading v7 octocat", "ask octocat"])
    #expect(search.started.count == 1)
  }

  @Test mutating func `a query passes when the text has been still for the debounce, not before`() {
    search.edit("ab")
    search.wait(499)
    #expect(search.read() == [])
    search.wait(1)
    #expect(search.read() == ["loading v1 ab", "ask ab"])
  }

  @Test mutating func `every edit starts the debounce anew`() {
    search.edit("ab")
    search.wait(400)
    search.edit("abc")
    search.wait(400)
    #expect(search.read() == [])
    search.wait(100)
    #expect(search.read() == ["loading v2 abc", "ask abc"])
  }

  @Test mutating func `a burst of a thousand edits sets few alarms`() {
    for number in 0..<1_000 {
      search.edit("text \(number)")
      search.wait(2)
    }
    #expect(search.alarmCount < 10)
    search.wait(500)
    #expect(search.started.map(\.query.text) == ["text 999"])
  }

  @Test
  mutating func `a process that was stopped reads what was typed meanwhile before it searches`() {
    search.edit("octo")
    search.jump(to: .seconds(60))
    search.ring()
    search.edit("octocat")
    search.wait(499)
    #expect(search.read() == [])
    search.wait(1)
    #expect(search.read() == ["loading v2 octocat", "ask octocat"])
  }

  @Test mutating func `a process that was stopped while nothing was typed searches as it goes on`()
  {
    search.edit("octo")
    search.jump(to: .seconds(60))
    search.ring()
    #expect(search.read() == [])
    search.wait(50)
    #expect(search.read() == ["loading v1 octo", "ask octo"])
  }

  @Test func `with a maximum wait one passes while typing never stops`() {
    var settings = SearchSettings()
    settings.maximumWait = .milliseconds(1_200)
    var search = SearchDriver(settings)
    for number in 1...30 {
      search.edit("word\(number)")
      search.wait(100)
    }
    #expect(search.started.count == 2)
    #expect(search.started.first?.query.text == "word12")
  }

  @Test func `without a debounce an edit passes at once`() {
    var settings = SearchSettings()
    settings.debounce = .zero
    var search = SearchDriver(settings)
    search.edit("ab")
    #expect(search.read() == ["loading v1 ab", "ask ab"])
  }

  @Test mutating func `a text that a search was opened with passes at once`() {
    search.edit("ab")
    search.send(.opened)
    #expect(search.read() == ["loading v1 ab", "ask ab"])
  }

  @Test mutating func `at the end of the input what waits goes out at once`() {
    search.edit("ab")
    search.send(.finished)
    #expect(search.read() == ["loading v1 ab", "ask ab"])
    #expect(search.isBusy)
    search.answer(.success(.of("a")))
    #expect(!search.isBusy)
  }

  // MARK: the same again

  @Test mutating func `white space and canonical spelling make no other query`() {
    settle("caf\u{E9} x")
    for text in ["  cafe\u{301}  x\t", "caf\u{E9}\u{A0}x", "caf\u{E9}\n x"] {
      search.edit(text)
      search.wait(500)
    }
    #expect(search.started.count == 1)
    #expect(search.read().allSatisfy { $0.hasPrefix("unchanged") })
  }

  @Test mutating func `ab, abc, ab within a window costs nothing, and the list still stands`() {
    settle("ab")
    search.edit("abc")
    search.wait(100)
    search.edit("ab")
    search.wait(500)
    #expect(search.read() == ["unchanged v3 ab"])
    #expect(search.started.count == 1)
  }

  @Test mutating func `an equal query that is under way carries the newest version`() {
    search.edit("ab")
    search.wait(500)
    search.edit("abc")
    search.wait(100)
    search.edit("ab ")
    search.wait(500)
    search.answer(.success(.of("x")))
    #expect(
      search.read() == ["loading v1 ab", "ask ab", "unchanged v3 ab", "success v3 ab network: x"])
  }

  @Test mutating func `a query that failed is asked again`() {
    search.edit("ab")
    search.wait(500)
    search.fail(.notFound(what: "x"))
    search.edit("ab ")
    search.wait(500)
    #expect(search.started.count == 2)
  }

  @Test mutating func `a query that was cancelled is asked again`() {
    search.edit("ab")
    search.wait(500)
    search.edit("abc")
    search.wait(500)
    search.edit("ab")
    search.wait(500)
    #expect(search.started.map(\.query.text) == ["ab", "abc", "ab"])
    #expect(search.started.map(\.isCancelled) == [true, true, false])
  }

  @Test mutating func `after idle the same query is shown again`() {
    settle("ab")
    search.edit("a")
    search.wait(500)
    search.edit("ab")
    search.wait(500)
    #expect(search.read() == ["idle v2 a", "loading v3 ab", "ask ab"])
  }

  // MARK: too short

  @Test(
    arguments: [
      ("", false), ("a", false), ("  a ", false), ("가", false), ("\u{1112}\u{1161}\u{11AB}", false),
      ("👨‍👩‍👧", false), ("🇫🇷", false), ("e\u{301}\u{302}", false), ("ab", true), ("가나", true),
      ("👨‍👩‍👧👨‍👩‍👧", true), ("a\u{301}b", true), ("a b", true),
    ])
  mutating func `two characters are two as a person counts`(text: String, isAsked: Bool) {
    search.edit(text)
    search.wait(500)
    #expect(search.started.count == (isAsked ? 1 : 0))
    #expect(search.read().first?.hasPrefix(isAsked ? "loading" : "idle") == true)
  }

  @Test mutating func `a text that is too short cancels what is under way, after the debounce`() {
    search.edit("ab")
    search.wait(500)
    search.edit("a")
    search.wait(499)
    #expect(search.read() == ["loading v1 ab", "ask ab"])
    search.wait(1)
    #expect(search.read() == ["cancel", "idle v2 a"])
    search.answer(0, .success(.of("late")))
    #expect(search.read() == [])
  }

  @Test func `a local source lists everything for an empty query`() {
    let catalog = SourceDescriptor(
      id: "c", name: "Catalogue", features: [.search], origin: .local, debounce: .zero,
      minimumQueryLength: 0)
    var search = SearchDriver(for: catalog)
    search.edit("")
    search.answer(.success(.of("a b")))
    #expect(search.read() == ["loading v1 ", "ask ", "success v1  local: a b"])
  }

  // MARK: superseding

  @Test mutating func `the one before is cancelled first, and nothing of it appears`() {
    search.edit("ab")
    search.wait(500)
    search.edit("abc")
    search.wait(500)
    #expect(search.read() == ["loading v1 ab", "ask ab", "cancel", "loading v2 abc", "ask abc"])
    search.answer(0, .success(.of("old")))
    #expect(search.read() == [])
    search.answer(1, .success(.of("new")))
    #expect(search.read() == ["success v2 abc network: new"])
    search.answer(0, .failure(SourceError(.cancelled)))
    #expect(search.read() == [])
  }

  @Test mutating func `results under way may appear while newer text is being typed`() {
    search.edit("ab")
    search.wait(500)
    search.edit("abc")
    search.answer(.success(.of("x")))
    #expect(search.read() == ["loading v1 ab", "ask ab", "success v1 ab network: x"])
  }

  @Test mutating func `a waiting retry is cancelled too`() {
    search.edit("ab")
    search.wait(500)
    search.fail()
    search.send(.edited(text: "abc", version: 2))
    search.wait(10_000)
    #expect(search.started.map(\.query.text) == ["ab", "ab", "abc"])
    search.send(.submitted)
    #expect(search.started.count == 3)
  }

  @Test mutating func `after the close nothing happens`() {
    search.edit("ab")
    search.wait(500)
    _ = search.read()
    search.send(.closed)
    #expect(search.read() == ["cancel"])
    search.answer(0, .success(.of("x")))
    search.edit("abc")
    search.send(.submitted)
    search.send(.loadMore)
    search.wait(10_000)
    #expect(search.read() == [])
    #expect(!search.isBusy)
  }

  // MARK: failures

  @Test mutating func `three attempts, told before each wait, then one failure`() {
    search.edit("ab")
    search.wait(500)
    for _ in 0..<3 {
      search.fail()
      search.wait(600)
    }
    #expect(
      search.read() == [
        "loading v1 ab", "ask ab", "retrying v1 ab 1", "ask ab", "retrying v1 ab 2", "ask ab",
        "failure v1 ab fallback serverError after 3",
      ])
  }

  @Test mutating func `what is under way when the time is over is cancelled, and counts no more`() {
    search.edit("ab")
    search.wait(500)
    search.send(.expired)
    #expect(
      search.read() == [
        "loading v1 ab", "ask ab", "cancel", "failure v1 ab fallback timeout after 1",
      ])
    search.answer(.success(.of("x")))
    #expect(search.read().isEmpty && !search.isBusy)
  }

  @Test mutating func `a wait that the end cuts short counts as no attempt`() {
    search.edit("ab")
    search.wait(500)
    search.fail()
    _ = search.read()
    search.send(.expired)
    #expect(search.read() == ["cancel", "failure v1 ab fallback serverError after 1"])
  }

  @Test mutating func `after a failure the search works on`() {
    search.edit("ab")
    search.wait(500)
    search.fail(.unauthorized(.refusedToken))
    _ = search.read()
    search.edit("abc")
    search.wait(500)
    search.answer(.success(.of("x")))
    #expect(search.read() == ["loading v2 abc", "ask abc", "success v2 abc network: x"])
  }

  @Test mutating func `a retry waits its time, also while an edit waits for its own`() {
    search.edit("ab")
    search.wait(500)
    search.fail(retryAfter: .seconds(2))
    search.edit("ab")
    search.wait(1_999)
    #expect(search.started.count == 1)
    search.wait(1)
    #expect(search.started.count == 2)
  }

  // MARK: nothing found

  @Test mutating func `zero hits is empty, not a failure`() {
    search.edit("ab")
    search.wait(500)
    search.answer(.success(.of("", isIncomplete: true)))
    #expect(search.read().last == "empty v1 ab network")
    search.edit("ab ")
    search.wait(500)
    #expect(search.read() == ["unchanged v2 ab"])
  }

  // MARK: submit

  @Test mutating func `enter does not wait, and asks the same query again`() {
    search.edit("ab")
    search.send(.submitted)
    #expect(search.read() == ["loading v1 ab", "ask ab"])
    search.answer(.success(.of("x")))
    search.send(.submitted)
    #expect(search.read() == ["success v1 ab network: x", "loading v1 ab", "ask ab"])
    search.wait(1_000)
    #expect(search.started.count == 2)
  }

  @Test mutating func `enter on a text that is too short is idle at once`() {
    search.edit("a")
    search.send(.submitted)
    #expect(search.read() == ["idle v1 a"])
  }

  @Test mutating func `enter does not wait for a retry`() {
    search.edit("ab")
    search.send(.submitted)
    search.fail(retryAfter: .seconds(5))
    search.send(.submitted)
    #expect(search.started.count == 2)
  }

  @Test mutating func `another source asks for what is shown again`() {
    settle("ab")
    search.send(.sourceChanged)
    #expect(search.read() == ["ask ab"])
    search.answer(.success(.of("y")))
    #expect(search.read() == ["success v1 ab network: y"])
  }

  @Test mutating func `what has failed is asked again once the source has changed`() {
    search.edit("ab")
    search.send(.submitted)
    search.fail(.notFound(what: "file"))
    _ = search.read()
    search.send(.sourceChanged)
    #expect(search.read() == ["ask ab"])
    search.answer(.success(.of("y")))
    #expect(search.read() == ["success v1 ab network: y"])
    search.send(.submitted)
    search.edit("a")
    search.send(.submitted)
    _ = search.read()
    search.send(.sourceChanged)
    #expect(search.read().isEmpty, "what is too short has not failed")
  }

  // MARK: further pages

  @Test mutating func `pages follow one another, without the items that are there already`() {
    settle("ab", .of("a b", next: "p2"))
    search.send(.loadMore)
    search.send(.loadMore)
    #expect(search.read() == ["loading v1 ab", "ask ab page 2"])
    #expect(search.started.last?.continuation == "p2")
    search.answer(.success(.of("b c c", next: "p3")))
    #expect(search.read() == ["more v1 ab page 2: c …"])
    search.send(.loadMore)
    search.answer(.success(.of("d")))
    #expect(search.read() == ["loading v1 ab", "ask ab page 3", "more v1 ab page 3: d"])
    search.send(.loadMore)
    #expect(search.read() == [])
  }

  @Test mutating func `a page that failed can be asked for again, and the list stands`() {
    settle("ab", .of("a", next: "p2"))
    search.send(.loadMore)
    search.fail(.notFound(what: "x"))
    search.send(.loadMore)
    search.answer(.success(.of("b")))
    #expect(
      search.read() == [
        "loading v1 ab", "ask ab page 2", "no more v1 ab fallback notFound after 1",
        "loading v1 ab", "ask ab page 2", "more v1 ab page 2: b",
      ])
    search.edit("ab ")
    search.wait(500)
    #expect(search.read() == ["unchanged v2 ab"])
  }

  @Test mutating func `a page is dropped when another query passes`() {
    settle("ab", .of("a", next: "p2"))
    search.send(.loadMore)
    search.edit("abc")
    search.wait(500)
    search.answer(1, .success(.of("old")))
    #expect(
      search.read() == ["loading v1 ab", "ask ab page 2", "cancel", "loading v2 abc", "ask abc"])
  }

  @Test mutating func `versions never go back, also when pages follow a retyped text`() {
    settle("ab", .of("a", next: "p2"))
    search.send(.loadMore)
    search.edit("abc")
    search.edit("ab")
    search.answer(.success(.of("b", next: "p3")))
    search.send(.loadMore)
    let lines = search.read()
    #expect(
      lines == [
        "loading v1 ab", "ask ab page 2", "more v3 ab page 2: b …", "loading v3 ab",
        "ask ab page 3",
      ])
  }

  @Test mutating func `without a list there are no more pages`() {
    search.send(.loadMore)
    search.edit("ab")
    search.send(.loadMore)
    search.wait(500)
    search.send(.loadMore)
    #expect(search.read() == ["loading v1 ab", "ask ab"])
  }

  // MARK: what is held

  @Test func `a fresh cached answer is shown at once, and nothing more is pushed`() {
    var search = SearchDriver(remembers: true)
    search.edit("ab")
    search.wait(500)
    search.answer(.success(.of("abel")))
    search.edit("abc")
    search.wait(500)
    search.answer(.success(.of("abc")))
    _ = search.read()
    search.edit("ab")
    #expect(search.read() == ["success v3 ab cache: abel"])
    search.wait(500)
    #expect(search.read() == [])
  }

  @Test func `a whole answer to a prefix is narrowed at once, the real one follows`() {
    var search = SearchDriver(remembers: true)
    search.edit("ab")
    search.wait(500)
    search.answer(.success(.of("abel Fabian crab")))
    _ = search.read()
    search.edit("abi")
    #expect(search.read() == ["success v2 abi provisional: Fabian"])
    search.wait(500)
    #expect(search.read() == ["loading v2 abi", "ask abi"])
    search.answer(.success(.of("Fabian Sabine")))
    #expect(search.read() == ["success v2 abi network: Fabian Sabine"])
  }

  @Test(arguments: [Page.of("abel", next: "p2"), Page.of("abel", isIncomplete: true)])
  func `an answer that is not whole narrows nothing`(page: Page) {
    var search = SearchDriver(remembers: true)
    search.edit("ab")
    search.wait(500)
    search.answer(.success(page))
    _ = search.read()
    search.edit("abe")
    #expect(search.read() == [])
  }

  @Test func `nothing older follows an instant answer`() {
    var search = SearchDriver(remembers: true)
    search.edit("ab")
    search.wait(500)
    search.answer(.success(.of("abel")))
    search.edit("xy")
    search.wait(500)
    _ = search.read()
    search.edit("abe")
    #expect(search.read() == ["cancel", "success v3 abe provisional: abel"])
    search.answer(1, .success(.of("old")))
    #expect(search.read() == [])
  }

  @Test func `an answer older than the cache's age is neither shown nor narrowed`() {
    var search = SearchDriver(remembers: true)
    search.edit("ab")
    search.wait(500)
    search.answer(.success(.of("abel")))
    search.edit("xy")
    search.wait(500)
    search.answer(.success(.of("x")))
    search.wait(60_000)
    _ = search.read()
    search.edit("ab")
    search.edit("abe")
    #expect(search.read() == [])
  }

  @Test func `without provisional results nothing is instant, but the cache still saves a request`()
  {
    var settings = SearchSettings()
    settings.providesProvisionalResults = false
    var search = SearchDriver(settings, remembers: true)
    search.edit("ab")
    search.wait(500)
    search.answer(.success(.of("abel")))
    search.edit("xy")
    search.wait(500)
    search.answer(.success(.of("x")))
    _ = search.read()
    search.edit("ab")
    #expect(search.read() == [])
    search.wait(500)
    #expect(search.read() == ["success v3 ab cache: abel"])
  }

  @Test(arguments: [(nil, "abel"), (Page.of("abba"), "abba")])
  func `when asking failed an older answer is shown as stale, first the one that came with it`(
    stale: Page?, shown: String
  ) {
    var search = SearchDriver(remembers: true)
    search.edit("ab")
    search.wait(500)
    search.answer(.success(.of("abel")))
    search.wait(61_000)
    search.send(.submitted)
    var error = SourceError(.tls(reason: "x"))
    error.stale = stale
    search.answer(.failure(error))
    #expect(search.read().last == "failure v1 ab stale tls after 1: \(shown)")
  }

  private mutating func settle(_ text: String, _ page: Page = .of("x")) {
    search.edit(text)
    search.wait(500)
    search.answer(.success(page))
    _ = search.read()
  }
}
