import Explorer
import System

/// Keeps the newest state of a catalogue's file in memory; reads it on a thread of its own.
actor TableLoader {
  /// Files from this size on tell how far they have got.
  private static let reportedSize = 4 << 20
  /// How often a file that changes while it is read is read again.
  private static let maximumReadings = 3

  private let file: CatalogFile
  private let pages: TablePages
  private let name: String
  private let dependencies: SourceDependencies
  private var held: (stamp: FileStatus, result: Result<SearchedTable, SourceError>)?
  /// The last table that there was, whatever became of the file since.
  private(set) var last: SearchedTable?
  private var loading: Task<Void, Never>?

  init(_ file: CatalogFile, _ pages: TablePages, name: String, _ dependencies: SourceDependencies) {
    (self.file, self.pages, self.name, self.dependencies) = (file, pages, name, dependencies)
  }

  /// The table of the file as it is now; waits while it is read.
  ///
  /// All who ask meanwhile wait for the same reading, which goes on when they are cancelled.
  func table() async throws(SourceError) -> SearchedTable {
    while true {
      if let loading {
        await loading.value
        guard !Task.isCancelled else { throw SourceError(.cancelled) }
        continue
      }
      guard let stamp = FileStatus(path: file.path) else {
        held = nil
        throw SourceError(.notFound(what: "file \(file.path)"))
      }
      if let held, held.stamp == stamp { return try held.result.get() }
      loading = Task { await load() }
    }
  }

  private func load() async {
    let (stamp, result) = await Background.run(reading)
    held = stamp.map { ($0, result) }
    if case .success(let table) = result { last = table }
    loading = nil
  }

  // MARK: reading

  private typealias Outcome = (stamp: FileStatus?, result: Result<SearchedTable, SourceError>)

  private var reading: @Sendable () -> Outcome {
    let (file, pages, name, dependencies) = (file, pages, name, dependencies)
    return {
      var outcome = Self.read(file, pages, name, dependencies)
      for _ in 1..<Self.maximumReadings where outcome.stamp != FileStatus(path: file.path) {
        outcome = Self.read(file, pages, name, dependencies)
      }
      return outcome
    }
  }

  private static func read(
    _ file: CatalogFile, _ pages: TablePages, _ name: String, _ dependencies: SourceDependencies
  ) -> Outcome {
    let before = FileStatus(path: file.path)
    let isLarge = before.map { $0.size >= reportedSize } ?? false
    func report(_ stage: SourceProgress.Stage) {
      if isLarge { dependencies.progress(SourceProgress(source: pages.sourceID, stage: stage)) }
    }
    report(.began(title: "Reading \(name)"))
    defer { report(.ended) }
    do throws(SourceError) {
      let (bytes, stamp) = try FileBytes.read(file.path)
      var lastPercentage = 0
      let reader = TableReader(form: file.form, items: file.items, mapping: pages.mapping) {
        offset in
        let percentage = offset * 100 / max(1, bytes.count)
        guard percentage >= lastPercentage + 10 else { return }
        lastPercentage = percentage
        report(.reached(percentage: percentage, message: "\(percentage) %"))
      }
      do throws(SourceError) {
        let table = try reader.table(bytes)
        warn(of: table.malformed, bytes, name, dependencies)
        return (stamp, .success(SearchedTable(table, pages)))
      } catch {
        return (stamp, .failure(error))
      }
    } catch {
      return (before, .failure(error))
    }
  }

  private static func warn(
    of malformed: Table.Malformed, _ bytes: [UInt8], _ name: String,
    _ dependencies: SourceDependencies
  ) {
    guard let first = malformed.firstOffset else { return }
    let rows = malformed.count == 1 ? "1 row" : "\(malformed.count) rows"
    dependencies.warn(
      "\(name): \(rows) could not be used and were left out, the first at "
        + "\(Table.place(first, in: bytes)).")
  }
}
