import Catalog
import Explorer
import HTTP
import JSON
import JSONAPI
import Service
import System

/// `gitexplorer source guess PATH|URL`: the entry of the setting `sources` to begin with.
enum SourceGuess {
  static func run(_ options: Options, of place: String) async throws(CommandError) -> ExitStatus {
    let guess = try await guess(of: place, options)
    let output = Terminal.standardOutput
    if output.isTerminal {
      for line in guess.seen { Terminal.standardError.write(line.printable + "\n") }
    }
    try output.print(
      options.isSet(.json) ? guess.entry.printableLine : guess.entry.indentedLines)
    return .success
  }

  /// An entry, and what was seen that it says.
  private struct Guess {
    let entry: JSONValue
    let seen: [String]
  }

  private static func guess(
    of place: String, _ options: Options
  ) async throws(CommandError) -> Guess {
    let lower = place.lowercased()
    guard lower.hasPrefix("http://") || lower.hasPrefix("https://") else {
      let (guess, path) = try file(place)
      return Guess(entry: .object(guess.entry(ofFile: path)), seen: guess.seen)
    }
    let shot = try OneShot(options)
    defer { shot.wiring.shutdown() }
    let answer = try await answer(of: place, shot)
    let guess = try entry(of: answer.body, name: nil, at: place)
    let paging = PagingGuess(url: place, answer: answer, count: guess.records.count)
    let name = place.split(separator: "/").dropFirst().first.map(String.init) ?? place
    var object = JSONObject(
      distinct: [
        (key: "id", value: .string(EntryGuess.id(of: name))), (key: "name", value: .string(name)),
        (key: "type", value: "http"), (key: "url", value: .string(paging.url)),
        (key: "mode", value: paging.isAsked ? "query" : "all"),
      ] + guess.members(addressName: "itemUrl"))
    object["total"] = paging.total.map { .string($0) }
    object["next"] = paging.next.map { .string($0) }
    object["firstPage"] = paging.countsFromZero ? 0 : nil
    var settings = shot.settings
    settings.sources = [.object(object)]
    // What is printed can be pasted.
    if let fault = FurtherSources.read(settings, sandboxURL: nil).faults.first {
      throw .failed(
        "\(place): what it answers can be searched as a file, not at its address (`\(fault.member)` "
          + "has to be \(fault.expected)); save it and guess the file")
    }
    return Guess(entry: .object(object), seen: guess.seen)
  }

  /// What a file is taken for, and its path from the root.
  static func file(_ path: String) throws(CommandError) -> (guess: EntryGuess, path: String) {
    let file = CatalogFile(path: path)
    let bytes: [UInt8]
    do throws(SourceError) {
      bytes = try FileBytes.read(path).bytes
    } catch {
      let descriptor = SourceDescriptor(
        id: "file", name: file.name, features: [.search], origin: .local)
      throw CommandError(ErrorReport(error, of: descriptor))
    }
    return (try entry(of: bytes, name: file.name, at: path), absolutePath(path) ?? path)
  }

  private static func entry(
    of bytes: [UInt8], name: String?, at place: String
  ) throws(CommandError) -> EntryGuess {
    do throws(GuessFault) {
      return try EntryGuess(bytes, name: name)
    } catch {
      throw .failed("\(place): nothing can be guessed, \(error.seen); \(error.advice)")
    }
  }

  /// What an address answers, asked as a source asks.
  private static func answer(
    of url: String, _ shot: OneShot
  ) async throws(CommandError) -> Response {
    let entry: JSONValue = [
      "id": "guess",
      "name": .string(url.split(separator: "/").dropFirst().first.map(String.init) ?? url),
      "type": "http", "url": .string(url), "label": "name", "maximumPages": 1,
      "mode": url.contains("{query}") ? "query" : "all",
    ]
    var (dependencies, settings) = (shot.wiring.further.dependencies, shot.settings)
    let listening = ListeningClient(dependencies.client)
    dependencies.client = listening
    dependencies.warn = { _ in }
    settings.sources = [entry]
    let read = FurtherSources.read(settings, sandboxURL: nil)
    guard let source = read.entries.first?.source(dependencies) else {
      throw .usage(
        "`\(url)` is no address that can be asked: \(read.faults.first?.expected ?? "")")
    }
    return try await shot.attempt(
      .search, of: source, waitingFor: "asking \(source.descriptor.name)"
    ) {
      timeout throws(SourceError) in
      do throws(SourceError) {
        _ = try await source.search(Query("a"), continuing: nil, timeout: timeout)
      } catch {
        // That its records have no `name` is no failure here.
        guard let answer = listening.exchanges.last?.response, answer.status == 200 else {
          throw error
        }
        return answer
      }
      guard let answer = listening.exchanges.last?.response else { throw SourceError(.cancelled) }
      return answer
    }
  }
}

extension Settings {
  /// Makes a file a source whose entry is guessed; returns its id.
  mutating func addFile(_ path: String, _ options: Options) throws(CommandError) -> String {
    guard !options.isSet(.source) else { throw .usage("--file and --source exclude each other") }
    let (guess, path) = try SourceGuess.file(path)
    var entry = guess.entry(ofFile: path)
    entry["id"] = "file"
    sources = [.object(entry)]
    return "file"
  }
}

extension JSONValue {
  /// On one line, with nothing in it that a terminal would obey.
  var printableLine: String { String(decoding: jsonBytes, as: UTF8.self).printableJSON + "\n" }

  /// An object with a line for each member, to be pasted.
  fileprivate var indentedLines: String {
    let members = (objectValue?.members ?? []).map { member in
      let name = String(decoding: JSONValue.string(member.key).jsonBytes, as: UTF8.self)
      return "  \(name): \(String(decoding: member.value.jsonBytes, as: UTF8.self))"
    }
    return "{\n\(members.joined(separator: ",\n"))\n}\n".printableJSON
  }
}
