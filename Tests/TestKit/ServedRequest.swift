/// One request as it came over the wire.
package struct ServedRequest: Sendable {
  package var method: String
  package var target: String
  package var headers: [(name: String, value: String)]
  package var body: [UInt8]
  /// Counts the connections from 0; the same number means the same connection.
  package var connection: Int

  /// The value of the first header of that name, ASCII case apart.
  package subscript(header name: String) -> String? {
    headers.first { $0.name.lowercased() == name.lowercased() }?.value
  }

  /// Reads the request line and the header block; nil where it is neither.
  init?(head: String, connection: Int) {
    var lines = head.split(separator: "\r\n", omittingEmptySubsequences: true)[...]
    let words = (lines.popFirst() ?? "").split(separator: " ")
    guard words.count == 3 else { return nil }
    method = String(words[0])
    target = String(words[1])
    headers = lines.map { line in
      let name = line.prefix { $0 != ":" }
      return (String(name), String(line[name.endIndex...].drop { $0 == ":" || $0 == " " }))
    }
    body = []
    self.connection = connection
  }
}
