import Explorer
import People
import Service
import System

/// `gitexplorer authors`: who has worked in a repository.
enum AuthorsCommand {
  static func run(_ options: Options) async throws(CommandError) -> ExitStatus {
    let shot = try OneShot(options)
    defer { shot.wiring.shutdown() }
    let limit = try options.int(.limit, in: 1...100_000) ?? Int.max
    guard let folder = shot.settings.workspace ?? absolutePath("."),
      let authors = shot.wiring.people.authors(of: folder, shot.settings)
    else { throw .failed("this is no repository: name one with --workspace DIR") }

    await authors.wholeHistory()
    let gitHub = try shot.source(named: "github").descriptor
    let items = authors.directory.people.prefix(limit).map {
      $0.item(host: gitHub.host ?? "", webURL: PeopleSources.webURL(gitHub))
    }
    guard !items.isEmpty else {
      Terminal.standardError.complain("nobody has committed anything")
      return .nothingFound
    }
    let output = Terminal.standardOutput
    try output.print(
      options.isSet(.json)
        ? items.map(\.jsonLine).joined().printableJSON
        : SearchTable(items, of: Query("")).text(on: output.display))
    return .success
  }
}
