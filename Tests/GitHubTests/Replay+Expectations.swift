import Explorer
import JSON
import Testing

extension Replay {
  func expect(_ page: Page, elements: [JSONValue]?, field: String) {
    #expect(Expected.kind(of: exchange) == "none", "\(exchange.name)")
    let labels = elements?.compactMap { $0[field]?.stringValue }
    // What is packed or cut cannot be compared, only counted.
    if let labels { #expect(page.items.map(\.label) == labels, "\(exchange.name)") }
    let hasNext = exchange[header: "Link"]?.contains("rel=\"next\"") ?? false
    #expect((page.next != nil) == hasNext, "\(exchange.name)")
  }

  func expectFailure<Value>(_ result: Result<Value, SourceError>) {
    guard case .failure(let error) = result else { return }
    let expected = Expected.kind(of: exchange)
    #expect(Expected.kind(of: error) == expected, "\(exchange.name): \(error)")
    if exchange[header: "Retry-After"] != nil {
      #expect(error.retryAfter.map { [.seconds(8), .seconds(60)].contains($0) } == true)
    }
  }
}
