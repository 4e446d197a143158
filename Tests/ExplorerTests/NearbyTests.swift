import Explorer
import Testing

/// What a source knows without asking is shown before its answer.
@Suite struct NearbyTests {
  private static let near: SearchCore.Nearby = { query in
    ["mar", "marlo"].filter { !query.text.isEmpty && $0.hasPrefix(query.text) }.map {
      Item(id: "id:\($0)", kind: .user, label: $0)
    }
  }

  @Test("Those near at hand are shown at once, and the answer replaces them")
  func atOnce() {
    var search = SearchDriver(nearby: Self.near)
    search.edit("mar")
    #expect(search.read() == ["success v1 mar provisional: mar marlo"])
    search.wait(500)
    #expect(search.read() == ["loading v1 mar", "ask mar"])
    search.answer(.success(.of("mar marlo martin")))
    #expect(search.read() == ["success v1 mar network: mar marlo martin"])
    search.edit("marl")
    #expect(search.read() == ["success v2 marl provisional: marlo"])
  }

  @Test("Where asking fails, they stand beside the error")
  func offline() {
    var settings = SearchSettings()
    settings.maximumRetries = 0
    var search = SearchDriver(settings, nearby: Self.near)
    search.edit("mar")
    search.wait(500)
    _ = search.read()
    search.fail()
    #expect(search.read() == ["failure v1 mar local serverError after 1: mar marlo"])
  }

  @Test("Without provisional results nothing is shown before the answer")
  func unwanted() {
    var settings = SearchSettings()
    settings.providesProvisionalResults = false
    var search = SearchDriver(settings, nearby: Self.near)
    search.edit("mar")
    search.wait(500)
    search.send(.nearbyChanged)
    #expect(search.read() == ["loading v1 mar", "ask mar"])
  }

  @Test("What becomes known while the answer is awaited is shown, afterwards it is not")
  func later() {
    var search = SearchDriver(nearby: Self.near)
    search.edit("mar")
    search.wait(500)
    _ = search.read()
    search.send(.nearbyChanged)
    #expect(search.read() == ["success v1 mar provisional: mar marlo"])
    search.answer(.success(.of("mar")))
    _ = search.read()
    search.send(.nearbyChanged)
    #expect(search.read() == [])
  }

  @Test("A page that says where it came from is told so")
  func origin() {
    var search = SearchDriver()
    search.edit("mar")
    search.wait(500)
    _ = search.read()
    var page = Page.of("mar")
    page.origin = .local
    search.answer(.success(page))
    #expect(search.read() == ["success v1 mar local: mar"])
  }
}
