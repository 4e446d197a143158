import Documents
import Explorer
import JSON
import Secrets
import URLs
import Wire

@testable import Catalog
@testable import HTTP
@testable import People
@testable import REST
@testable import Sandbox

private typealias Reading = @Sendable (ArraySlice<UInt8>) -> Void

/// What is read, and the units of which many in a row are the worst for it.
private struct Growth: Sendable {
  var name: String
  /// What stands before the units and behind them.
  var frame = ("", "")
  var units: [String]
  var read: Reading
}

/// More than this for eight times the input is more than linear; sorting is allowed.
private let mostGrowth = 12.0

private func decoded(_ framing: Framing?, bytewise: Bool = false) -> Reading {
  { bytes in
    var decoder = FrameDecoder(framing: framing)
    if bytewise {
      for byte in bytes { _ = decoder.decode(CollectionOfOne(byte)) }
    } else {
      _ = decoder.decode(bytes)
    }
    _ = decoder.finish()
  }
}

private func text(_ read: @escaping @Sendable (String) -> Void) -> Reading {
  { read(String(decoding: $0, as: UTF8.self)) }
}

private func table(_ format: RecordFormat) -> Reading {
  { bytes in
    guard let label = FieldTemplate("name") else { return }
    let mapping = ItemMapping(label: label, search: [label])
    _ = try? TableReader(RecordLayout(format: format), mapping).table(Array(bytes))
  }
}

private func scanned(_ language: String) -> Reading {
  text { line in
    let scanner = Scanner(DocumentKind(languageID: language, fileName: ""))
    _ = scanner.references(in: line)
    _ = scanner.context(in: line, at: line.utf8.count, LineSurroundings(isFirstLine: true))
  }
}

private let headerUnits = [
  "\r\n", "a: b\r\n", "Content-Length: 1\r\n", "Content-Length: 2\r\n\r\n{}", "Content-Length", "C",
  " ", "{", "}", "\n", "x\n",
]
private let jsonUnits = [
  "[", "[]", "{\"a\":", "\"", "\\", "\"\\u0041", "\\ud800", "1", "-", "1e", "1,", " ", "\"a\",",
  "{},", "é", "\u{FEFF}",
]
private let redacted = [
  "a", "Bearer ", "Basic ", "://", "a:b@", "@", "=", "&token=", "ghp_", "token ", "\"token\":\"",
  "%2",
  "?access_token=", "secretsecret", "secretsecre", "authorization: ", "\n",
]

private let growths = [
  Growth(name: "frames in headers", units: headerUnits, read: decoded(.headers)),
  Growth(name: "frames in lines", units: headerUnits, read: decoded(.lines)),
  Growth(name: "frames", units: headerUnits + ["\u{FEFF}"], read: decoded(nil)),
  Growth(name: "frames, each byte", units: headerUnits, read: decoded(.headers, bytewise: true)),
  Growth(
    name: "frames, each byte of a body", frame: ("Content-Length: 90000\r\n\r\n", ""), units: ["{"],
    read: decoded(.headers, bytewise: true)),
  Growth(
    name: "JSON", units: jsonUnits,
    read: {
      _ = (try? JSONValue(parsing: $0))?.jsonBytes
      _ = $0.withUnsafeBytes { try? JSONOutline(of: $0) { _, _ in } }
    }),
  Growth(
    name: "JSON's list", frame: ("[", "0]"), units: ["1,", "[],", "{},", "\"\",", "1e308,"],
    read: { _ = (try? JSONValue(parsing: $0))?.jsonBytes }),
  Growth(
    name: "JSON's members", frame: ("{", "\"\":0}"), units: ["\"a\":1,", "\"%\":1,"],
    read: {
      _ = (try? JSONValue(parsing: $0))?.jsonBytes
      _ = $0.withUnsafeBytes { try? JSONOutline(of: $0) { _, _ in } }
    }),
  Growth(
    name: "links", units: ["<", "<a>;", ",", ";rel=\"", "\\\"", "<a>; rel=next,", "\"", " ", ";"],
    read: text { _ = Link.parse($0) }),
  Growth(
    name: "waits and dates", units: ["1", " ", "Sun, ", ":", "-"],
    read: text {
      _ = RetryAfter.parse($0, now: 0)
      _ = HTTPDate.parse($0, now: 0)
    }),
  Growth(
    name: "URLs", frame: ("http://a/", ""),
    units: ["../", "a/", "/", "%", ".", "?", "#", "@", ":"],
    read: text { reference in
      guard let url = ResolvedURL(reference) else { return }
      _ = url.resolving(String(reference.dropFirst(9)))?.description
    }),
  Growth(
    name: "gzip", units: ["\u{1F}"],
    read: { bytes in
      let member: [UInt8] = [31, 139, 8, 0, 0, 0, 0, 0, 0, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0]
      let members = bytes.indices.dropLast(bytes.count / 20 * 19).flatMap { _ in member }
      guard let gunzip = Gunzip() else { return }
      members.withUnsafeBufferPointer { _ = gunzip.unpack($0) { _ in true } }
    }),
  Growth(name: "CSV", units: [",", "\"", "\n", "\"\",", "a,b\n", "\r"], read: table(.csv)),
  Growth(name: "TSV", units: ["\t", "\"", "\n", "a\tb\n"], read: table(.tsv)),
  Growth(
    name: "a JSON table", units: ["[", "{\"a\":", "\"", "\\", " ", "[]", "1"], read: table(.json)),
  Growth(
    name: "rows of a JSON table", frame: ("[", "{}]"),
    units: ["{\"name\":\"n\"},", "{},", "[],", "1,", "{\"name\":{\"name\":[]}},"],
    read: table(.json)),
  Growth(
    name: "lines of JSON", units: ["{\"name\":\"n\"}\n", "{", "\n", "[\n", "\""],
    read: table(.ndjson)),
  Growth(
    name: "templates", units: ["{", "}", "{a}", "{{", "a.", ".", "\\"],
    read: text { _ = FieldTemplate($0)?.text(in: ["a": "b"]) }),
  Growth(
    name: "requests", frame: ("GET / HTTP/1.1\r\n", ""),
    units: ["a: b\r\n", "\r\n", "a", " ", ":", "GET / HTTP/1.1\r\nHost: a\r\n\r\n"],
    read: { bytes in
      var reader = RequestReader()
      for byte in bytes {
        reader.append([byte])
        while case .request = reader.next() {}
      }
    }),
  Growth(
    name: "faults", units: [",", "a:b,", "50% ", "error=", "latency=1s,", "1", ":"],
    read: text { _ = try? Faults(parsing: $0) }),
  Growth(
    name: "GraphQL", units: ["{", "{a", "{a(b:[", "\"", "#", "...", "\"\"\"", " ", "a:", "!", "["],
    read: text { _ = try? GraphQLParser.document($0) }),
  Growth(
    name: "GraphQL's fields", frame: ("query{viewer{", "login}}"),
    units: [
      "login ", "a%:login ", "...{login}", "...on User{login} ", "...F%", "login@skip(if:true)",
    ],
    read: text { query in
      guard let schema = GraphQLSchema.github else { return }
      _ = try? GraphQLRequest(query, operationName: nil, variables: nil, schema)
    }),
  Growth(
    name: "GraphQL's fragments", frame: ("query{viewer{...F1}}", ""),
    units: [
      "fragment F% on User{login}", "fragment F% on User{...F1}",
      "fragment F% on User{...F1 ...F2}",
    ],
    read: text { query in
      guard let schema = GraphQLSchema.github else { return }
      _ = try? GraphQLRequest(query, operationName: nil, variables: nil, schema)
    }),
  Growth(
    name: "lines of Markdown",
    units: ["@", "@a", "`", "``", "a@b.c ", " ", "#1", "https://github.com/a ", "é"],
    read: scanned("markdown")),
  Growth(
    name: "lines of commit messages",
    units: ["Co-authored-by: ", "<", ">", "a <b@c> ", ":", "-", "@"],
    read: scanned("gitcommit")),
  Growth(
    name: "lines of owners", units: ["* ", "@", "@a/b ", "#", "\\ ", "a@b.c "],
    read: scanned("codeowners")),
  Growth(
    name: "comments", frame: ("// ", ""), units: ["@a ", "{@a ", "}", "a@b.c ", "@a:b ", "@a/b "],
    read: scanned("swift")),
  Growth(
    name: "lines of programs", units: ["/", "//", "@a", "/*", "\"", "# ", "--"],
    read: scanned("swift")),
  Growth(
    name: "documents",
    units: ["\n", "\r\n", "a\n", "a", "é", "😀", "\r", "Co-authored-by: a <b>\n"],
    read: text { text in
      var document = TextDocument(
        languageID: "gitcommit", fileName: "", version: 0, text: text, encoding: .utf16)
      let middle = TextPosition(line: document.lineCount / 2, character: 1)
      document.apply([.range(start: middle, end: middle, text: "x\n")], version: 1)
      _ = CommitTrailers(document).contains(key: "Co-authored-by", mail: "b")
      _ = document.text
    }),
  Growth(
    name: "git's log",
    units: ["\0", "a", "1700000000\0a\0b\0\0\0", "Co-authored-by: a <b>\n", "<", "\n"],
    read: { bytes in
      var parser = LogParser()
      bytes.withUnsafeBytes { parser.parse($0) { _ in } }
    }),
  Growth(
    name: "what is redacted", units: redacted,
    read: { bytes in
      let redactor = Redactor()
      redactor.remember(Token("secretsecret"))
      _ = redactor.redacted(String(decoding: bytes, as: UTF8.self))
      _ = redactor.redactedBody(Array(bytes))
    }),
  Growth(
    name: "what servers say", frame: ("{\"message\":\"", "\"}"),
    units: ["a", " ", "\\n", "\\u202e", "é"],
    read: { _ = ServerMessage(Array($0), Redactor()).text }),
]

/// Measures each row with an input and with one of eight times its length; returns how many grow
/// more than linearly.
///
/// - Parameter steps: how many steps the program has made.
@_cdecl("measureGrowth")
public func measureGrowth(_ steps: @convention(c) () -> UInt64) -> CInt {
  func cost(_ growth: Growth, _ unit: String, _ bytes: Int) -> Double {
    var input = Array(growth.frame.0.utf8)
    var number = 0
    while input.count < bytes {
      number += 1
      input += unit.utf8.flatMap { $0 == UInt8(ascii: "%") ? Array("\(number)".utf8) : [$0] }
    }
    input += growth.frame.1.utf8
    growth.read(input[...])
    let before = steps()
    growth.read(input[...])
    return Double(steps() - before)
  }
  var broken: CInt = 0
  var count = 0
  var worst = (growth: 0.0, name: "")
  for growth in growths {
    for unit in growth.units {
      let (few, many) = (cost(growth, unit, 4_000), cost(growth, unit, 32_000))
      let factor = many / max(few, 1_000)
      count += 1
      if factor > worst.growth { worst = (factor, growth.name) }
      guard factor > mostGrowth else { continue }
      broken += 1
      print(
        "growth: \(growth.name): \(unit.debugDescription): \(Int(few)) steps become \(Int(many))")
    }
  }
  let tenths = Int(worst.growth * 10)
  print(
    "growth: \(count) kinds of input, \(broken) more than linear; eight times the input is at most",
    "\(tenths / 10).\(tenths % 10) times the steps (\(worst.name))")
  return broken
}
