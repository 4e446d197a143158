import Documents
import Explorer
import JSON
import Wire

/// The face for LSP clients: the documents that are open, and who is named in them.
///
/// Owned by the server's loop.
final class LanguageService {
  let client: LanguageClient
  private(set) var documents: [String: OpenDocument] = [:]
  let server: ServerContext

  init(_ client: LanguageClient, server: ServerContext) {
    self.client = client
    self.server = server
  }

  var isBusy: Bool { documents.values.contains { $0.completion.isBusy } }

  // MARK: documents

  func open(_ uri: String, _ document: TextDocument) {
    documents[uri]?.completion.close()
    documents[uri] = OpenDocument(
      document, completion: CompletionSession(uri: uri, client: client, server: server))
  }

  /// Applies changes; those of a document that is not open are dropped and logged.
  func change(_ uri: String, _ changes: [DocumentChange], version: Int) {
    guard let open = documents[uri] else {
      return server.log(.warning, "a change of \(uri) was dropped: it is not open")
    }
    if version <= open.document.version {
      server.log(.info, "the version of \(uri) went from \(open.document.version) to \(version)")
    }
    open.document.apply(changes, version: version)
    open.completion.documentChanged(open.document, by: changes.last)
  }

  func close(_ uri: String) {
    documents.removeValue(forKey: uri)?.completion.close()
  }

  func cancel() {
    documents.values.forEach { $0.completion.close() }
    documents = [:]
  }

  // MARK: what is at a place

  /// Whom the document names at a position.
  func reference(
    at position: TextPosition, in uri: String
  ) -> (reference: Reference, place: DocumentPlace)? {
    guard let open = documents[uri],
      let (place, cursor) = DocumentPlace.around(position, of: open.document)
    else { return nil }
    let kind = open.document.kind
    let surroundings = open.document.surroundings(ofLine: position.line, kind)
    let references = Scanner(kind).references(
      in: place.text, isInCodeBlock: surroundings.isInCodeBlock)
    guard
      let reference = references.first(where: {
        $0.range.lowerBound <= cursor && cursor <= $0.range.upperBound
      })
    else { return nil }
    return (reference, place)
  }
}

/// A document that the client has opened, and the search that its completion drives.
final class OpenDocument {
  var document: TextDocument
  let completion: CompletionSession

  init(_ document: TextDocument, completion: CompletionSession) {
    self.document = document
    self.completion = completion
  }

  /// So many lines are searched for teams.
  private static let linesWithTeams = 5_000

  /// The slugs of an organisation's teams that the document names and that begin as typed.
  func teams(of organization: String, _ start: String) -> [String] {
    let scanner = Scanner(document.kind)
    var slugs: Set<String> = []
    for number in 0..<min(document.lineCount, Self.linesWithTeams) {
      guard let line = document.line(number), line.utf8.contains(UInt8(ascii: "/")) else {
        continue
      }
      for case .team(let owner, let slug) in scanner.references(in: line).map(\.target)
      where owner == organization && slug != start
        && slug.lowercased().hasPrefix(start.lowercased())
      {
        slugs.insert(slug)
      }
    }
    return slugs.sorted()
  }
}

extension TextDocument {
  var kind: DocumentKind { DocumentKind(languageID: languageID, fileName: fileName) }
}

/// Who is being typed at a position of a document.
struct CompletionContext: Sendable {
  var person: PersonContext
  var place: DocumentPlace
  var position: TextPosition

  init?(at position: TextPosition, of document: TextDocument) {
    guard let (place, cursor) = DocumentPlace.around(position, of: document) else { return nil }
    let kind = document.kind
    guard
      let person = Scanner(kind).context(
        in: place.text, at: cursor, document.surroundings(ofLine: position.line, kind))
    else { return nil }
    self.person = person
    self.place = place
    self.position = position
  }
}
