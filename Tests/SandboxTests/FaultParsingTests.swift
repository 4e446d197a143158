import Testing

@testable import Sandbox

@Suite struct FaultParsingTests {
  private func rule(
    _ fault: Fault, _ places: Set<Faults.Place> = [], share: Double = 1, first: Int? = nil
  ) -> Faults.Rule {
    Faults.Rule(fault: fault, places: places, share: share, first: first)
  }

  private func rules(_ text: String) throws -> [Faults.Rule] { try Faults(parsing: text).rules }

  @Test func eachFaultIsUnderstood() throws {
    let (short, long) = (Duration.milliseconds(100), Duration.seconds(2))
    #expect(try rules("latency=100ms") == [rule(.latency(short...short))])
    #expect(try rules("latency=100ms..2s") == [rule(.latency(short...long))])
    #expect(try rules("error=500:20%") == [rule(.error(status: 500), share: 0.2)])
    #expect(try rules("error") == [rule(.error(status: 500))])
    #expect(try rules("drop=10%") == [rule(.drop, share: 0.1)])
    #expect(try rules("drop:10%") == [rule(.drop, share: 0.1)])
    #expect(try rules("html, html200") == [rule(.html(status: 503)), rule(.html(status: 200))])
    #expect(try rules("cut,half") == [rule(.cut), rule(.half)])
    #expect(try rules("empty,hang") == [rule(.empty), rule(.hang)])
    #expect(try rules("primary=30s") == [rule(.primary(lasting: .seconds(30)))])
    #expect(
      try rules("secondary") == [rule(.secondary(lasting: .seconds(60), isAnnounced: false))])
    #expect(
      try rules("secondary=5s") == [rule(.secondary(lasting: .seconds(5), isAnnounced: true))])
    #expect(try rules("drip=1/s,drip=2KB/s").count == 2)
    #expect(try rules("big=100MB") == [rule(.big(bytes: 100_000_000))])
  }

  @Test func placesAndCountsRestrictOneFault() throws {
    #expect(try rules("repos:error=502:first=2") == [rule(.error(status: 502), [.repos], first: 2)])
    #expect(try rules("repos+follow:drop:50%") == [rule(.drop, [.repos, .follow], share: 0.5)])
    #expect(try rules("drop:on=me") == [rule(.drop, [.me])])
  }

  @Test func settingsHoldForTheFaultsAfterThem() throws {
    #expect(
      try rules("drop,on=search,first=3,cut,on=all,first=all,hang")
        == [rule(.drop), rule(.cut, [.search], first: 3), rule(.hang)])
  }

  @Test func limitsAndSeedAreNoFaults() throws {
    #expect(try Faults(parsing: "limits=real").limits == .real)
    #expect(try Faults(parsing: "limits=3/60").limits == .exactly(search: 3, core: 60))
    #expect(try Faults(parsing: "seed=7").seed == 7)
    #expect(try Faults(parsing: " ") == .none)
  }

  @Test func theTextIsKept() throws {
    #expect(try Faults(parsing: " drop , cut=5%\n").text == "drop,cut=5%")
  }

  @Test(arguments: [
    ("explode", "explode"), ("drop,explode=3", "explode"), ("everywhere:drop", "everywhere"),
    ("on=nowhere,drop", "nowhere"), ("latency=300", "latency=300"), ("latency", "latency"),
    ("latency=2s..1s", "latency=2s..1s"), ("error=200", "error=200"), ("drop=200%", "drop=200%"),
    ("drop=half", "drop=half"), ("error=500:often", "error=500:often"), ("drip=0/s", "drip=0/s"),
    ("big=huge", "big=huge"), ("limits=some", "limits=some"), ("first=-1,drop", "first=-1"),
    ("seed=x", "seed=x"), ("drop,on=search", "on=search"), ("primary=nan", "primary=nan"),
    ("latency=1e9s", "latency=1e9s"), ("drop:", "drop:"), (":drop", ""), ("=", ""),
    ("latency=99999999999h", "latency=99999999999h"),
  ])
  func aWrongWordIsNamed(_ text: String, _ word: String) {
    do throws(FaultError) {
      let faults = try Faults(parsing: text)
      Issue.record("understood as \(faults)")
    } catch {
      #expect(error.description.contains("'\(word)'"), "\(error)")
    }
  }

  @Test func anUnknownWordIsAnsweredWithTheKnownOnes() {
    let words = FaultError.unknownWord("x").description
    for name in Faults.knownNames + Faults.knownPlaces { #expect(words.contains(name)) }
  }

  @Test func theHelpTellsOfEveryWord() {
    for name in Faults.knownNames + Faults.knownPlaces {
      #expect(Faults.help.contains(name), "\(name)")
    }
  }

  @Test func noTextMakesItTrap() {
    var random = SplitMix64(seed: 3)
    let signs = ["=", ":", ",", "%", "5", "9999999999999999999", "..", "s", "é"]
    let parts = Faults.knownNames + signs
    for _ in 0..<5_000 {
      let text = (0..<random.below(8)).map { _ in random.pick(parts) }.joined()
      _ = try? Faults(parsing: text)
    }
  }
}
