import JSON
@testable import Service
import TestKit
import Testing

@Suite("Transcripts of the protocol")
struct TranscriptTests {
  private static let folder =
    "\(#filePath)".split(separator: "/").dropLast(3)
    .reduce("") { $0 + "/" + $1 } + "/protocol/transcripts"

  private static func transcripts() throws -> [Transcript] { try Transcript.all(in: folder) }

  @Test(arguments: try transcripts().map(\.name))
  func `the server answers as it is written`(name: String) throws {
    let transcript = try #require(try Self.transcripts().first { $0.name == name })
    #expect(transcript.play() == [])
  }

  @Test(arguments: try transcripts().map(\.name))
  func `what the server says in it keeps to the strict form`(name: String) throws {
    let transcript = try #require(try Self.transcripts().first { $0.name == name })
    for message in transcript.serverMessages {
      #expect(strictFormFaults(message.withoutPlaceholders) == [], "\(message)")
    }
  }

  @Test func `every message that a client may send is in a transcript`() throws {
    let sent = Set(
      try Self.transcripts().flatMap(\.clientMessages).compactMap { $0["method"]?.stringValue })
    let routed = Set(Router.routes.keys).union(Router.languageRoutes.keys)
    #expect(routed.subtracting(sent) == [])
  }

  @Test(
    arguments: [
      "search/status idle", "search/status loading", "search/status retrying",
      "search/status unchanged", "search/results success", "search/results empty",
      "search/results failure", "profile/status loading", "profile/status retrying",
      "profile/sectionLoaded", "profile/loaded success", "profile/loaded partial",
      "profile/loaded failure", "user/followChanged pending", "user/followChanged confirmed",
      "user/followChanged reverted", "window/showMessage", "window/logMessage", "$/logTrace",
      "$/progress",
    ])
  func `every message that a server may send is in a transcript`(wanted: String) throws {
    let told = try Self.transcripts().flatMap(\.serverMessages).map { message in
      let params = message["params"]
      let state = params?["status"]?.stringValue ?? params?["state"]?.stringValue
      return [message["method"]?.stringValue, state].compactMap(\.self).joined(separator: " ")
    }
    #expect(told.contains(wanted))
  }

  @Test func `a transcript that does not fit is told`() throws {
    let lines = [
      #"{"→": {"jsonrpc": "2.0", "id": 1, "method": "initialize"}}"#,
      #"{"←": {"jsonrpc": "2.0", "id": 1, "result": {"serverInfo": "<any>"}}}"#,
    ]
    let bytes = Array(lines.joined(separator: "\n").utf8)
    #expect(try Transcript(name: "x", bytes: bytes).play().count == 1)
    let short = Array(lines[0].utf8)
    #expect(try Transcript(name: "x", bytes: short).play().count == 1)
    #expect(throws: Transcript.Unreadable.self) {
      try Transcript(name: "x", bytes: Array(#"{"=>": 1}"#.utf8))
    }
  }
}

extension JSONValue {
  /// This pattern with something in the place of each placeholder.
  fileprivate var withoutPlaceholders: JSONValue {
    switch self {
    case "<integer>": 1
    case "<any>": "x"
    case .array(let elements): .array(elements.map(\.withoutPlaceholders))
    case .object(let object):
      .object(
        JSONObject(
          lastWins: object.members.map { (key: $0.key, value: $0.value.withoutPlaceholders) }))
    case .null, .bool, .integer, .largeInteger, .number, .string, .brokenString: self
    }
  }
}
