import Explorer
import JSON
import Service
import Wire

/// A conversation in `protocol/transcripts`, one step a line; Tests/README.md says how they read.
package struct Transcript: Sendable {
  package enum Step: Sendable {
    /// What the harness is started with; only as the first step.
    case with(JSONValue)
    case clientSends(JSONValue)
    case serverSends(JSONValue)
    /// Milliseconds.
    case advance(Int)
    /// Nil leaves the question open.
    case asked(String, answer: JSONValue?)
    case cancelled(String)
    /// A line from a source.
    case reports(Log.Level, String)
    case progress(SourceProgress)
    case ends(exitCode: Int)
    case comment
  }

  /// A line that is no step.
  package struct Unreadable: Error, CustomStringConvertible {
    package var description: String
  }

  package var name: String
  package var steps: [(line: Int, step: Step)]

  package init(name: String, bytes: [UInt8]) throws(Unreadable) {
    self.name = name
    steps = []
    for (i, line) in bytes.split(separator: UInt8(ascii: "\n")).enumerated() {
      guard let value = try? JSONValue(parsing: line), let step = Step(value) else {
        throw Unreadable(description: "\(name), line \(i + 1) is no step")
      }
      steps.append((line: i + 1, step: step))
    }
  }

  /// What the client says in it, as it is sent.
  package var clientMessages: [JSONValue] {
    steps.compactMap { if case .clientSends(let message) = $0.step { message } else { nil } }
  }

  /// What the server says in it, as patterns.
  package var serverMessages: [JSONValue] {
    steps.compactMap { if case .serverSends(let message) = $0.step { message } else { nil } }
  }

  /// The transcripts of that folder, by name.
  package static func all(in folder: String) throws -> [Transcript] {
    let names = (namesInFolder(folder) ?? []).filter { $0.hasSuffix(".jsonl") }
    return try names.map { name in
      guard let bytes = readFile(folder + "/" + name) else {
        throw Unreadable(description: "\(name) cannot be read")
      }
      return try Transcript(name: name, bytes: bytes)
    }
  }
}

extension Transcript.Step {
  init?(_ value: JSONValue) {
    guard let members = value.objectValue?.members, let first = members.first else { return nil }
    switch first.key {
    case "#": self = .comment
    case "with": self = .with(first.value)
    case "→": self = .clientSends(first.value)
    case "←": self = .serverSends(first.value)
    case "advance":
      guard let milliseconds = first.value.intValue else { return nil }
      self = .advance(milliseconds)
    case "asked":
      guard let question = first.value.stringValue else { return nil }
      self = .asked(question, answer: value["answer"])
    case "cancelled":
      guard let question = first.value.stringValue else { return nil }
      self = .cancelled(question)
    case "reports":
      guard let line = first.value.stringValue,
        let level = (value["level"]?.stringValue).flatMap(Log.Level.init)
      else { return nil }
      self = .reports(level, line)
    case "progress":
      guard let source = first.value.stringValue else { return nil }
      self = .progress(SourceProgress(source: source, stage: Self.stage(value)))
    case "exits":
      guard let code = first.value.intValue else { return nil }
      self = .ends(exitCode: code)
    default: return nil
    }
  }
}

extension Transcript.Step {
  private static func stage(_ value: JSONValue) -> SourceProgress.Stage {
    if let title = value["began"]?.stringValue { return .began(title: title) }
    guard let message = value["reached"]?.stringValue else { return .ended }
    return .reached(percentage: value["percentage"]?.intValue, message: message)
  }
}

// MARK: playing

extension Transcript {
  /// Plays the client's part against the real server and returns what went otherwise; empty where all
  /// went as written.
  package func play() -> [String] {
    var player = TranscriptPlayer(self)
    return player.play()
  }
}

private struct TranscriptPlayer {
  private let transcript: Transcript
  private let harness: ServiceHarness
  private var unread: [JSONValue] = []
  private var faults: [String] = []

  init(_ transcript: Transcript) {
    self.transcript = transcript
    var options: JSONValue = [:]
    for case (_, .with(let value)) in transcript.steps { options = value }
    harness = ServiceHarness(
      framing: options["framing"] == "lines" ? .lines : .headers,
      remembers: options["remembers"] == true)
    harness.source.isAuthenticated = options["credential"] == true
    harness.source.nearby = (options["nearby"]?.arrayValue ?? []).compactMap(\.stringValue).map {
      Item(id: "github.com:\($0)", kind: .user, label: $0)
    }
  }

  mutating func play() -> [String] {
    for (line, step) in transcript.steps {
      unread += harness.read()
      if let fault = perform(step) {
        faults.append("\(transcript.name), line \(line): \(fault)")
        return faults
      }
    }
    unread += harness.read()
    for message in unread { faults.append("\(transcript.name): not foreseen: \(text(message))") }
    for question in harness.source.openQuestions {
      faults.append("\(transcript.name): not answered: \(question)")
    }
    return faults
  }

  private mutating func perform(_ step: Transcript.Step) -> String? {
    switch step {
    case .comment, .with: return nil
    case .clientSends(let message):
      harness.send(message)
      return nil
    case .serverSends(let pattern):
      guard !unread.isEmpty else { return "nothing came, expected \(text(pattern))" }
      let message = unread.removeFirst()
      let strict = strictFormFaults(message)
      guard strict.isEmpty else { return "\(strict) in \(text(message))" }
      return mismatch(message, pattern).map { "\($0) in \(text(message))" }
    case .advance(let milliseconds):
      guard unread.isEmpty else { return "unread before the wait: \(text(unread[0]))" }
      harness.advance(milliseconds)
      return nil
    case .asked(let question, let answer):
      guard harness.source.openQuestions.contains(question) else {
        return "not asked: \(question), but \(harness.source.openQuestions)"
      }
      guard let answer else { return nil }
      guard let answer = StubSource.Answer(answer) else { return "no answer: \(text(answer))" }
      harness.answer(question, answer)
      return nil
    case .cancelled(let question):
      let call = harness.source.calls.last { $0.question.description == question }
      guard let call else { return "never asked: \(question)" }
      return call.isCancelled ? nil : "not cancelled: \(question)"
    case .reports(let level, let line):
      harness.post(.report(level, line))
      return nil
    case .progress(let progress):
      harness.post(.progress(progress))
      return nil
    case .ends(let exitCode):
      guard let end = harness.end else { return "the server goes on" }
      return end.exitCode == exitCode ? nil : "the exit status is \(end.exitCode)"
    }
  }

  private func text(_ value: JSONValue) -> String {
    String(decoding: value.jsonBytes, as: UTF8.self)
  }
}

/// Where `value` differs from `pattern`; nil where it does not.
///
/// `<sentence>` stands for any text that is not empty, `<integer>` for any whole number, `<any>` for
/// anything; a member `…` lets an object have further members.
package func mismatch(_ value: JSONValue, _ pattern: JSONValue, at place: String = "$") -> String? {
  switch (value, pattern) {
  case (_, "<any>"): return nil
  case (.string(let text), "<sentence>"): return text.isEmpty ? "\(place) is empty" : nil
  case (.integer, "<integer>"): return nil
  case (.object(let object), .object(let expected)):
    for (key, member) in expected.members where key != "…" {
      guard let found = object[key] else { return "\(place).\(key) is missing" }
      if let fault = mismatch(found, member, at: "\(place).\(key)") { return fault }
    }
    guard expected["…"] == nil else { return nil }
    return object.members.first { expected[$0.key] == nil }.map {
      "\(place).\($0.key) was not expected"
    }
  case (.array(let elements), .array(let expected)):
    guard elements.count == expected.count else {
      return "\(place) has \(elements.count) elements, not \(expected.count)"
    }
    for (i, pair) in zip(elements, expected).enumerated() {
      if let fault = mismatch(pair.0, pair.1, at: "\(place)[\(i)]") { return fault }
    }
    return nil
  default: return value == pattern ? nil : "\(place) differs"
  }
}

// MARK: answers

extension StubSource.Answer {
  /// `{"items": […], "next": …, "totalCount": …, "incomplete": …, "cached": …}`,
  /// `{"following": …}`, `{"path": …}`, `"done"`, or `{"fails": KIND, "status": …, "retryAfterMilliseconds": …}`.
  init?(_ value: JSONValue) {
    if value == "done" {
      self = .done
    } else if let path = value["path"]?.stringValue {
      self = .path(path)
    } else if let isFollowed = value["following"]?.boolValue {
      self = .following(isFollowed)
    } else if let kind = value["fails"]?.stringValue {
      guard let error = SourceError(kind: kind, value) else { return nil }
      self = .failure(error)
    } else if let items = value["items"]?.arrayValue {
      let page = Page(
        items: items.map(Item.init), number: value["page"]?.intValue ?? 1,
        totalCount: value["totalCount"]?.intValue, isIncomplete: value["incomplete"] == true,
        next: value["next"]?.stringValue)
      self =
        value["cached"] == true ? .part(LoadedPart(page: page, origin: .cache)) : .page(page)
    } else {
      return nil
    }
  }
}

extension Item {
  /// A login alone, or an object with `id`, `kind`, `label`, `detail`.
  fileprivate init(_ value: JSONValue) {
    if let login = value.stringValue {
      self = .person(login)
      return
    }
    self.init(
      id: value["id"]?.stringValue ?? "",
      kind: (value["kind"]?.stringValue).flatMap(Kind.init) ?? .user,
      label: value["label"]?.stringValue ?? "", detail: value["detail"]?.stringValue,
      url: value["url"]?.stringValue, data: value["data"]?.objectValue ?? JSONObject())
  }
}

extension SourceError {
  fileprivate init?(kind: String, _ value: JSONValue) {
    let causes: [String: Cause] = [
      "offline": .offline(.lost), "timeout": .timeout, "serverError": .serverError,
      "tls": .tls(reason: "no trust"), "notFound": .notFound(what: "user octocat"),
      "rateLimited": .rateLimited(Limit(resource: "search", hasToken: false)),
      "unauthorized": .unauthorized(.noToken),
      "invalidQuery": .invalidQuery(.refused(message: nil)),
      "forbidden": .forbidden(.missingScope("user:follow")),
      "badResponse": .badResponse(.unusableItems),
    ]
    guard let cause = causes[kind] else { return nil }
    self.init(
      cause, httpStatus: value["status"]?.intValue, requestID: value["requestId"]?.stringValue,
      retryAfter: value["retryAfterMilliseconds"]?.intValue.map { .milliseconds($0) })
  }
}
