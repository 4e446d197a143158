import Documents
import Explorer
import JSON

/// What can be done with the person whom a document names at a place (LSP 3.17, `CodeAction`).
struct CodeActions: Sendable {
  enum Kind: String, Sendable {
    case quickfix
    case rewrite = "refactor.rewrite"
  }

  let uri: String
  let document: TextDocument
  let client: LanguageClient
  let sourceID: String

  /// - Parameter edits: LSP's text edits.
  func edit(_ edits: [JSONValue]) -> JSONValue {
    guard client.hasDocumentChanges else {
      var changes = JSONObject()
      changes[uri] = .array(edits)
      return ["changes": .object(changes)]
    }
    return [
      "documentChanges": [
        [
          "textDocument": ["uri": .string(uri), "version": JSONValue(document.version)],
          "edits": .array(edits),
        ]
      ]
    ]
  }

  func action(_ title: String, _ kind: Kind, edits: [JSONValue]) -> JSONValue {
    ["title": .string(title), "kind": .string(kind.rawValue), "edit": edit(edits)]
  }

  /// An action whose edit is asked for when it has been chosen.
  func action(_ title: String, _ kind: Kind, later data: ActionData) -> JSONValue {
    ["title": .string(title), "kind": .string(kind.rawValue), "data": data.json]
  }

  func command(_ command: FollowCommand, _ login: String) -> JSONValue {
    let title = command == .follow ? "Follow \(login)" : "Unfollow \(login)"
    return [
      "title": .string(title),
      "command": [
        "title": .string(title), "command": .string(command.rawValue),
        "arguments": [["login": .string(login), "source": .string(sourceID)]],
      ],
    ]
  }

  // MARK: edits

  private static let coAuthor = "Co-authored-by"

  /// Adds a co-author behind the trailers; nil where the message has that one.
  func addCoAuthor(_ person: Person) -> [JSONValue]? {
    guard let signature = person.signature?.oneLine else { return nil }
    let trailers = CommitTrailers(document)
    let mail = signature.split(separator: "<").last?.split(separator: ">").first.map(String.init)
    if let mail, trailers.contains(key: Self.coAuthor, mail: mail) { return nil }
    let insertion = trailers.insertion
    let place = document.position(
      line: insertion.line, byte: document.byteCount(ofLine: insertion.line)
    ).json
    return [
      [
        "range": ["start": place, "end": place],
        "newText": .string("\(insertion.separator)\(Self.coAuthor): \(signature)"),
      ]
    ]
  }

  /// Whether a trailer of the message names that co-author, as far as is known without asking.
  func isCoAuthor(_ login: String, in source: any Source) -> Bool {
    CommitTrailers(document).mails(key: Self.coAuthor).contains { mail in
      NamedPerson(.mail(mail), in: source)?.login?.lowercased() == login.lowercased()
    }
  }

  /// Puts a person's name and address in the place of what was written.
  func complete(_ range: JSONValue, _ person: Person) -> [JSONValue]? {
    person.signature.map { [["range": range, "newText": .string($0.oneLine)]] }
  }
}

/// What an action carries until its edit is asked for.
struct ActionData: Sendable {
  enum Work: String, Sendable { case coAuthor, complete }

  var work: Work
  var uri: String
  var source: String
  /// A login, or for `complete` whatever was written.
  var who: String
  /// LSP's range of what is replaced.
  var range: JSONValue?

  init(work: Work, uri: String, source: String, who: String, range: JSONValue? = nil) {
    self.work = work
    self.uri = uri
    self.source = source
    self.who = who
    self.range = range
  }

  init?(_ value: JSONValue?) {
    guard let work = value?["work"]?.stringValue.flatMap(Work.init),
      let uri = value?["uri"]?.stringValue, let source = value?["source"]?.stringValue,
      let who = value?["who"]?.stringValue
    else { return nil }
    self.init(work: work, uri: uri, source: source, who: who, range: value?["range"])
  }

  var json: JSONValue {
    var object = JSONObject()
    object["work"] = .string(work.rawValue)
    object["uri"] = .string(uri)
    object["source"] = .string(source)
    object["who"] = .string(who)
    object["range"] = range
    return .object(object)
  }
}
