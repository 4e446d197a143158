import Explorer
import JSON
import Testing

@testable import Catalog

@Suite("Catalogues in files", .timeLimit(.minutes(1)))
struct CatalogSourceTests {
  private let bench = Bench()

  private func source(_ file: TemporaryFile) throws -> any Source {
    try bench.source([
      "id": "c", "type": "catalog", "path": .string(file.path), "label": "name",
      "detail": "{n} • {m}", "url": "https://x.test/{n}",
    ])
  }

  @Test("lists everything for an empty query, page by page, and says so of itself")
  func lists() async throws {
    let rows = (1...70).map { #"{"name":"row \#($0)","n":\#($0)}"# }
    let source = try source(TemporaryFile("[\(rows.joined(separator: ","))]"))
    #expect(source.descriptor.origin == .local)
    #expect(source.descriptor.debounce == .zero)
    #expect(source.descriptor.minimumQueryLength == 0)
    #expect(source.descriptor.features == [.search, .loadMore])
  }

  @Test("gives pages whose items come once each")
  func pages() async throws {
    let rows = (1...70).map { #"{"name":"row \#($0)","n":\#($0)}"# }
    let file = TemporaryFile("[\(rows.joined(separator: ","))]")
    let source = try source(file)
    var ids: [String] = []
    var query = Query("", perPage: 30)
    while true {
      let page = try await source.search(query, continuing: nil, timeout: limit)
      #expect(page.totalCount == 70)
      #expect(page.number == query.page)
      ids += page.items.map(\.id)
      guard page.next != nil else { break }
      query.page += 1
    }
    #expect(Set(ids).count == 70)
    let item = try await source.search(Query("row 33"), continuing: nil, timeout: limit).items.first
    #expect(item?.detail == "33")
    #expect(item?.url == "https://x.test/33")
    #expect(item?.kind == .entry)
    #expect(item?.data["n"] == .integer(33))
  }

  @Test("names a file that is missing, and reads it once it is there")
  func missing() async throws {
    let file = TemporaryFile("[]")
    file.remove()
    let source = try source(file)
    let error = await failure { () throws(SourceError) in try await source.labels("") }
    #expect(error == SourceError(.notFound(what: "file \(file.path)")))
    file.write(#"[{"name":"a"}]"#)
    #expect(try await source.labels("") == ["a"])
  }

  @Test("reads a file again that has changed, and tells those who watch it")
  func changes() async throws {
    let file = TemporaryFile(#"[{"name":"a"}]"#)
    let source = try source(file)
    #expect(try await source.labels("") == ["a"])
    let (changes, continuation) = AsyncStream.makeStream(of: Void.self)
    let watch = Task { await source.watch { continuation.yield() } }
    while bench.time.sleeperCount == 0 { await Task.yield() }
    file.write(#"[{"name":"b"}]"#)
    bench.time.advance(by: .seconds(1))
    for await _ in changes { break }
    #expect(try await source.labels("") == ["b"])
    watch.cancel()
    await watch.value
  }

  @Test("stands in with the old rows of a file that cannot be read any more")
  func stale() async throws {
    let file = TemporaryFile(#"[{"name":"a"}]"#)
    let source = try source(file)
    #expect(try await source.labels("a") == ["a"])
    file.write("[{")
    let error = await failure { () throws(SourceError) in try await source.labels("a") }
    #expect(error?.cause == .badResponse(.brokenFile(place: "line 1, column 3")))
    #expect(error?.stale?.items.map(\.label) == ["a"])
  }

  @Test("says once how many rows could not be used")
  func malformedRows() async throws {
    let file = TemporaryFile("{\"name\":\"a\"}\nx\ny\n", named: ".ndjson")
    let source = try source(file)
    for text in ["", "a", "b"] { _ = try await source.labels(text) }
    #expect(
      bench.warnings == [
        "c: 2 rows could not be used and were left out, the first at line 2, column 1."
      ])
  }

  @Test("tells how far it has got with a large file")
  func progress() async throws {
    let row = #"{"name":"\#(String(repeating: "x", count: 4000))"}"# + "\n"
    let file = TemporaryFile(String(repeating: row, count: 1100), named: ".ndjson")
    let source = try source(file)
    _ = try await source.labels("")
    let stages = bench.progress.map(\.stage)
    #expect(stages.first == .began(title: "Reading c"))
    #expect(stages.last == .ended)
    #expect(stages.count > 3)
  }

  @Test("refuses what is no regular file", arguments: ["/dev/null", "/tmp"])
  func irregular(_ path: String) async throws {
    let source = try bench.source([
      "id": "c", "type": "catalog", "path": .string(path), "label": "name",
    ])
    let error = await failure { () throws(SourceError) in try await source.labels("") }
    #expect(error?.cause == .misconfigured(reason: "\(path) is no regular file"))
  }
}
