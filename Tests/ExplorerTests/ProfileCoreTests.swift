import Explorer
import TestKit
import Testing

/// Runs a profile core in virtual time.
private struct ProfileDriver {
  private var core: ProfileCore
  private(set) var now: Duration = .zero
  private(set) var started: [ProfileRequest] = []
  private(set) var cancelled: Set<Int> = []
  private(set) var publications: [ProfilePublication] = []
  private var alarm: Duration?

  init(
    seed: UInt64 = 1,
    policy: RetryPolicy = RetryPolicy(
      maximumRetries: 2, deadline: .seconds(9), requestTimeout: .seconds(8))
  ) {
    core = ProfileCore(policy: policy, cacheAge: .seconds(60), seed: seed)
  }

  var isBusy: Bool { core.isBusy }

  mutating func open(
    _ login: String, _ sections: [ProfilePart.Section] = ProfilePart.Section.allCases,
    isProgressive: Bool = false
  ) {
    send(.opened(login: login, sections: sections, isProgressive: isProgressive))
  }

  mutating func send(_ event: ProfileEvent) {
    for effect in core.reduce(event, now: now) {
      switch effect {
      case .wakeAt(let time): alarm = time
      case .cancel(let generation): cancelled.insert(generation)
      case .start(let request): started.append(request)
      case .publish(let publication): publications.append(publication)
      }
    }
  }

  mutating func answer(_ number: Int, _ answer: Result<LoadedPart, SourceError>) {
    let request = started[number]
    send(.answered(generation: request.generation, request.part, answer))
  }

  mutating func wait(_ duration: Duration) {
    let end = now + duration
    while let next = alarm, next <= end {
      now = max(now, next)
      alarm = nil
      send(.wake)
    }
    now = end
  }

  var outcomes: [ProfileOutcome] {
    publications.compactMap { if case .loaded(let outcome, _) = $0 { outcome } else { nil } }
  }
}

private func loaded(_ part: ProfilePart, of login: String, _ origin: Origin = .network)
  -> LoadedPart
{
  let items =
    part == .user
    ? [Item.person(login)] : (1...3).map { Item.person("\(login)-\(part.name)-\($0)") }
  return LoadedPart(page: Page(items: items, next: part == .user ? nil : "next"), origin: origin)
}

@Suite("A profile")
struct ProfileCoreTests {
  private var profile = ProfileDriver()

  @Test mutating func `all four requests leave at the same moment`() {
    profile.open("octocat")
    #expect(profile.started.map(\.part.name) == ["user", "repos", "followers", "following"])
    #expect(profile.publications == [.loading])
  }

  @Test mutating func `it is told once, as one whole, when all have ended`() {
    profile.open("octocat")
    for number in [2, 0, 3] {
      profile.answer(number, .success(loaded(part(number), of: "octocat")))
    }
    #expect(profile.outcomes.isEmpty)
    profile.answer(1, .success(loaded(part(1), of: "octocat")))
    guard case .success(let whole)? = profile.outcomes.first else {
      Issue.record("no success")
      return
    }
    #expect(whole.user.label == "octocat")
    #expect(whole.sections.map(\.section) == [.repos, .followers, .following])
    #expect(whole.sections.allSatisfy { $0.content.items.count == 3 && $0.content.error == nil })
    #expect(!profile.isBusy)
  }

  @Test mutating func `an empty list is not a failed one`() {
    profile.open("octocat", [.repos])
    profile.answer(0, .success(loaded(.user, of: "octocat")))
    profile.answer(1, .success(LoadedPart(page: Page(items: []), origin: .network)))
    guard case .success(let whole)? = profile.outcomes.first else {
      Issue.record("no success")
      return
    }
    #expect(whole.sections.first?.content.items == [])
    #expect(whole.sections.first?.content.error == nil)
  }

  @Test mutating func `no section asks for the person alone`() {
    profile.open("octocat", [])
    #expect(profile.started.map(\.part) == [.user])
    profile.answer(0, .success(loaded(.user, of: "octocat")))
    guard case .success(let whole)? = profile.outcomes.first else {
      Issue.record("no success")
      return
    }
    #expect(whole.sections.isEmpty)
  }

  @Test mutating func `the person failing ends the rest`() {
    profile.open("octocat")
    profile.answer(1, .success(loaded(part(1), of: "octocat")))
    profile.answer(0, .failure(SourceError(.notFound(what: "user"))))
    #expect(profile.cancelled.count == 1)
    #expect(profile.outcomes.count == 1)
    for number in [2, 3] { profile.answer(number, .success(loaded(part(number), of: "octocat"))) }
    #expect(profile.outcomes.count == 1)
    #expect(!profile.isBusy)
  }

  @Test mutating func `all from the cache is told as such, one from the network is not`() {
    profile.open("octocat", [.repos])
    profile.answer(0, .success(loaded(.user, of: "octocat", .cache)))
    profile.answer(1, .success(loaded(.section(.repos), of: "octocat", .cache)))
    guard case .loaded(_, .cache)? = profile.publications.last else {
      Issue.record("not from the cache")
      return
    }
    profile.send(.refreshed)
    #expect(profile.started.suffix(2).allSatisfy { $0.freshness == .asked })
    profile.answer(2, .success(loaded(.user, of: "octocat", .cache)))
    profile.answer(3, .success(loaded(.section(.repos), of: "octocat")))
    guard case .loaded(_, .network)? = profile.publications.last else {
      Issue.record("not from the network")
      return
    }
  }

  @Test mutating func `progressive tells each part as it arrives, and the whole`() {
    profile.open("octocat", [.repos], isProgressive: true)
    profile.answer(1, .success(loaded(.section(.repos), of: "octocat")))
    guard case .part(.section(.repos), _, appends: false, nil)? = profile.publications.last else {
      Issue.record("the part was not told")
      return
    }
    profile.answer(0, .success(loaded(.user, of: "octocat")))
    #expect(profile.publications.count == 4)
  }

  @Test mutating func `pages follow, without what is there, one at a time, and may be asked again`()
  {
    profile.open("octocat", [.repos])
    profile.answer(0, .success(loaded(.user, of: "octocat")))
    profile.send(.loadMore(.repos))
    #expect(profile.started.count == 2)
    profile.answer(1, .success(loaded(.section(.repos), of: "octocat")))
    profile.send(.loadMore(.repos))
    profile.send(.loadMore(.repos))
    profile.send(.loadMore(.followers))
    #expect(profile.started.count == 3)
    #expect(profile.started.last?.continuation?.next == "next")
    #expect(profile.started.last?.continuation?.page == 2)
    profile.answer(2, .failure(SourceError(.notFound(what: "page"))))
    guard case .part(_, _, appends: true, .some)? = profile.publications.last else {
      Issue.record("the failed page was not told")
      return
    }
    profile.send(.loadMore(.repos))
    let more = Page(items: [.person("octocat-repos-3"), .person("new")])
    profile.answer(3, .success(LoadedPart(page: more, origin: .network)))
    guard case .part(_, let page, appends: true, nil)? = profile.publications.last else {
      Issue.record("the page was not told")
      return
    }
    #expect(page.items.map(\.label) == ["new"])
    #expect(page.number == 2)
    profile.send(.loadMore(.repos))
    #expect(profile.started.count == 4)
    #expect(profile.outcomes.count == 1)
  }

  @Test mutating func `after the close nothing happens`() {
    profile.open("octocat")
    profile.answer(0, .failure(SourceError(.serverError)))
    profile.send(.closed)
    let count = profile.publications.count
    for number in 1...3 { profile.answer(number, .success(loaded(part(number), of: "octocat"))) }
    profile.wait(.seconds(20))
    profile.send(.refreshed)
    #expect(profile.publications.count == count)
    #expect(profile.started.count == 4)
    #expect(!profile.isBusy)
  }

  private func part(_ number: Int) -> ProfilePart { profile.started[number].part }
}

/// Any subset of the four requests failing in any way, in any order of answers.
@Suite("Every way a profile can fail")
struct ProfileFailureTests {
  private static let errors: [SourceError] = [
    SourceError(.serverError, httpStatus: 500), SourceError(.offline(.lost)), SourceError(.timeout),
    SourceError(.badResponse(.undecodable(place: "body")), httpStatus: 200),
    SourceError(.notFound(what: "x"), httpStatus: 404),
    SourceError(.unauthorized(.refusedToken), httpStatus: 401),
    SourceError(.badResponse(.tooLarge(limit: 1)), httpStatus: 200),
    SourceError(
      .rateLimited(SourceError.Limit(resource: "core", hasToken: true)), httpStatus: 403),
    SourceError(
      .rateLimited(SourceError.Limit(resource: "core", hasToken: true)), httpStatus: 429,
      retryAfter: .seconds(3_600)),
  ]

  @Test(arguments: UInt64(1)...20)
  func `the status is right, one whole, one cause a failed part, the other sections whole`(
    seed: UInt64
  ) {
    for run in 0..<100 {
      var random = SplitMix64(seed: seed &* 7_919 &+ UInt64(run))
      if let fault = Self.play(&random) {
        Issue.record("seed \(seed), run \(run): \(fault)")
        return
      }
    }
  }

  private static func play(_ random: inout SplitMix64) -> String? {
    let sections = ProfilePart.Section.allCases.filter { _ in random.chance(80) }
    let parts = [ProfilePart.user] + sections.map { .section($0) }
    let failing = Dictionary(
      uniqueKeysWithValues: parts.filter { _ in random.chance(40) }.map {
        ($0, random.pick(errors))
      })
    // Those that fail may come right at a later attempt.
    let recovering = Set(failing.keys.filter { failing[$0]?.mayPass == true && random.chance(30) })
    var profile = ProfileDriver(seed: random.next())
    profile.open("octocat", sections, isProgressive: random.chance(30))

    var answered = 0
    var attempts: [ProfilePart: Int] = [:]
    var waiting: [Int] = []
    for _ in 0..<200 {
      waiting += answered..<profile.started.count
      answered = profile.started.count
      guard !waiting.isEmpty else {
        guard profile.isBusy else { break }
        profile.wait(.milliseconds(100))
        continue
      }
      let number = waiting.remove(at: random.below(waiting.count))
      let part = profile.started[number].part
      attempts[part, default: 0] += 1
      let isRight =
        recovering.contains(part) && attempts[part] == 2 && failing[part]?.isLimit == false
      if let error = failing[part], !isRight {
        profile.answer(number, .failure(error))
      } else {
        profile.answer(number, .success(loaded(part, of: "octocat")))
      }
      if random.chance(30) { profile.wait(.milliseconds(random.below(50))) }
    }
    // Late answers of what was cancelled change nothing.
    for number in waiting { profile.answer(number, .success(loaded(.user, of: "late"))) }

    let failed = Set(
      failing.keys.filter { !(recovering.contains($0) && failing[$0]?.isLimit == false) })
    return fault(profile, sections, failed, failing, attempts)
  }

  private static func fault(
    _ profile: ProfileDriver, _ sections: [ProfilePart.Section], _ failed: Set<ProfilePart>,
    _ errors: [ProfilePart: SourceError], _ attempts: [ProfilePart: Int]
  ) -> String? {
    guard profile.outcomes.count == 1, let outcome = profile.outcomes.first else {
      return "it was told \(profile.outcomes.count) times"
    }
    guard !profile.isBusy else { return "it is busy for ever" }
    for (part, count) in attempts {
      let limit = errors[part]?.mayPass == true && errors[part]?.isLimit == false ? 3 : 1
      guard count <= limit else { return "\(part.name) was asked \(count) times" }
    }
    switch outcome {
    case .success(let whole):
      return failed.isEmpty ? wholeness(whole, sections, failed) : "success though \(failed) failed"
    case .partial(let whole, let failures):
      guard !failed.isEmpty, !failed.contains(.user) else {
        return "partial though \(failed) failed"
      }
      guard Set(failures.map(\.part)) == failed, failures.count == failed.count else {
        return "causes \(failures.map(\.part.name)) though \(failed) failed"
      }
      guard failures.allSatisfy({ $0.failure.error.cause == errors[$0.part]?.cause }) else {
        return "a cause is another error"
      }
      return wholeness(whole, sections, failed)
    case .failure(let failures):
      guard failed.contains(.user) else { return "failure though only \(failed) failed" }
      guard failures.first?.part == .user else { return "the person's failure is not first" }
      guard Set(failures.map(\.part)).isSubset(of: failed),
        Set(failures.map(\.part)).count == failures.count
      else { return "causes that did not fail, or twice" }
      return nil
    }
  }

  private static func wholeness(
    _ whole: Profile, _ sections: [ProfilePart.Section], _ failed: Set<ProfilePart>
  ) -> String? {
    guard whole.user.label == "octocat" else { return "another person: \(whole.user.label)" }
    guard whole.sections.map(\.section) == sections else { return "other sections than were asked" }
    for (section, content) in whole.sections {
      if failed.contains(.section(section)) {
        guard content.items.isEmpty, content.error != nil, content.next == nil else {
          return "\(section) failed and is not empty, or has no error"
        }
      } else {
        guard content.error == nil,
          content.items.map(\.label).allSatisfy({
            $0.hasPrefix("octocat-\(section.rawValue)")
          }), content.items.count == 3
        else { return "\(section) is not whole" }
      }
    }
    return nil
  }
}

extension SourceError {
  fileprivate var isLimit: Bool { if case .rateLimited = cause { true } else { false } }
}

@Suite("Logins in quick succession")
struct ProfileSuccessionTests {
  @Test(arguments: UInt64(1)...30)
  func `ten logins end in the tenth, whatever the order of answers`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    for _ in 0..<10 {
      var profile = ProfileDriver(seed: random.next())
      let logins = (1...10).map { "login\($0)" }
      var waiting: [Int] = []
      for login in logins {
        let before = profile.started.count
        profile.open(login)
        waiting += before..<profile.started.count
        // Some of what is under way is answered in between.
        while random.chance(30), !waiting.isEmpty { answerOne(&profile, &waiting, &random) }
      }
      let opened = profile.publications.lastIndex(of: .loading) ?? 0
      while !waiting.isEmpty { answerOne(&profile, &waiting, &random) }

      let after = profile.publications[opened...].dropFirst()
      guard after.count == 1, case .loaded(.success(let whole), _)? = after.first else {
        Issue.record("after the tenth: \(after)")
        return
      }
      guard whole.user.label == "login10",
        whole.sections.allSatisfy({ $0.content.items.allSatisfy { $0.label.hasPrefix("login10-") } }
        )
      else {
        Issue.record("something of another login: \(whole)")
        return
      }
    }
  }

  private func answerOne(
    _ profile: inout ProfileDriver, _ waiting: inout [Int], _ random: inout SplitMix64
  ) {
    let number = waiting.remove(at: random.below(waiting.count))
    let request = profile.started[number]
    profile.answer(number, .success(loaded(request.part, of: request.login)))
  }
}
