import Catalog
import Explorer
import JSON
import JSONAPI
import Service
import Synchronization
import System

/// One entry of `sources`, asked once, with all that can be seen of it on the way.
struct EntryCheck {
  /// Its id, or its place where it has none.
  let id: String
  private let entry: JSONValue
  private let position: Int
  private let shot: OneShot

  init(_ entry: JSONValue, at position: Int, _ shot: OneShot) {
    (self.entry, self.position, self.shot) = (entry, position, shot)
    id = entry["id"]?.stringValue ?? "[\(position)]"
  }

  private var isFile: Bool { entry["type"] == "catalog" }
  private var fetchesAll: Bool { entry["mode"] == "all" }

  func checks() async -> [Check] {
    var (dependencies, settings) = (shot.wiring.further.dependencies, shot.settings)
    let listening = ListeningClient(dependencies.client)
    dependencies.client = listening
    let warnings = Mutex<[String]>([])
    dependencies.warn = { line in warnings.withLock { $0.append(line) } }
    settings.sources = [oneRequest]
    let read = FurtherSources.read(settings, sandboxURL: shot.wiring.sandbox?.url)
    var checks = read.unread.map { unread in
      Check.problem(
        unread.member, "nobody reads this member",
        advice: unread.nearest.map { "Did you mean `\($0)`?" } ?? "Leave it out.")
    }
    guard let source = read.entries.first?.source(dependencies) else {
      return checks
        + read.faults.map {
          .problem($0.member, "it must be \($0.expected), but is \($0.found)", advice: "Mend it.")
        }
    }
    let asked = fetchesAll ? entry["perPage"]?.intValue ?? 100 : 30
    let query = Query(isFile || fetchesAll ? "" : "a", perPage: asked)
    let result = await page(query, of: source)
    checks += listening.exchanges.map(ExchangeWords(entry, shot.wiring.redactor).check)
    // That one page is not all is how it is asked.
    if !fetchesAll { checks += warnings.withLock { $0 }.map { .note("warning", $0) } }
    switch result {
    case .failure(let error):
      return checks + [Check(name: "answer", state: .problem, found: error.message)]
        + guessed(listening.exchanges.last?.response?.body)
    case .success(let page):
      return checks + [length(page, asked)] + records(page)
    }
  }

  /// The entry so that no more than one page is asked for.
  private var oneRequest: JSONValue {
    guard fetchesAll, var object = entry.objectValue else { return entry }
    object["maximumPages"] = 1
    return .object(object)
  }

  private func page(_ query: Query, of source: any Source) async -> Result<Page, CommandError> {
    do throws(CommandError) {
      return .success(
        try await shot.attempt(.search, of: source, waitingFor: "asking \(source.descriptor.name)")
        {
          timeout throws(SourceError) in
          try await source.search(query, continuing: nil, timeout: timeout)
        })
    } catch {
      return .failure(error)
    }
  }

  // MARK: what came

  private func length(_ page: Page, _ asked: Int) -> Check {
    if isFile {
      return .ok(
        "records", "\(page.totalCount ?? page.items.count) in \(entry["path"]?.stringValue ?? "")")
    }
    let came = fetchesAll ? page.totalCount ?? page.items.count : page.items.count
    let isAskedFor = String(decoding: entry.jsonBytes, as: UTF8.self).contains("{perPage}")
    guard isAskedFor else { return .ok("page", "\(came) items; no length is asked for") }
    guard came < asked, came > 0 else { return .ok("page", "\(came) items of \(asked) asked for") }
    return .note(
      "page", "\(came) items where \(asked) were asked for",
      advice: "Either there are no more, or the server gives no more on one page.")
  }

  private func records(_ page: Page) -> [Check] {
    guard let item = page.items.first else {
      return [.note("first record", "none came, so that its fields cannot be checked")]
    }
    let records = page.items.map { JSONValue.object($0.data) }
    return recordChecks(records[0]) + [.ok("item", item.jsonLine.trimmed)] + wrongFields(records)
  }

  private func recordChecks(_ record: JSONValue) -> [Check] {
    let fields = FieldSuggestion.fields(of: record)
    let names = fields.prefix(40).joined(separator: ", ") + (fields.count > 40 ? ", …" : "")
    return [
      .ok("first record", record.printableLine.trimmed), .ok("fields", names),
    ]
  }

  /// The fields that no record on the page has.
  private func wrongFields(_ records: [JSONValue]) -> [Check] {
    guard let mapping = try? EntryReader(entry, position: position).mapping() else { return [] }
    return mapping.namedFields.flatMap { member, field in
      field.paths.filter { path in
        path.first != "@parent" && !records.contains { $0.value(at: path)?.readableText != nil }
      }.map { path in
        .problem(
          member,
          FieldSuggestion.words(missing: path.joined(separator: "."), in: records[0]),
          advice: "Name a field that there is.")
      }
    }
  }

  /// What would be guessed of what came, where the entry makes nothing of it.
  private func guessed(_ body: [UInt8]?) -> [Check] {
    let path = isFile ? entry["path"]?.stringValue : nil
    let bytes = path.flatMap { path in (try? FileBytes.read(path))?.bytes } ?? body
    let name = path.map { CatalogFile(path: $0).name }
    guard let bytes, let guess = try? EntryGuess(bytes, name: name) else { return [] }
    let members = JSONValue.object(
      JSONObject(distinct: guess.members(addressName: isFile ? "url" : "itemUrl")))
    return (guess.records.first.map(recordChecks) ?? [])
      + [.note("guess", "these members would fit: \(members.printableLine.trimmed)")]
  }
}

extension String {
  /// Without the line end, and cut where it is longer than anybody reads.
  fileprivate var trimmed: String {
    let line = prefix { $0 != "\n" }
    return line.count > 400 ? line.prefix(400) + "…" : String(line)
  }
}
