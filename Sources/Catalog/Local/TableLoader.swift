import Explorer
import System
import Synchronization

/// Keeps the newest state of a catalogue's file in memory; reads it on a thread of its own.
actor TableLoader {
  /// How often a file that changes while it is read is read again.
  private static let maximumReadings = 3
  /// How long a last line that is no row yet is waited for.
  private static let patience: Duration = .milliseconds(100)
  /// How long nobody may wait before a reading is broken off.
  private static let grace: Duration = .milliseconds(100)

  typealias Reading = (stamp: FileStatus?, result: Result<SearchedTable, SourceError>)

  private let file: CatalogFile
  private let reader: FileTableReader
  private let dependencies: SourceDependencies
  private let work: SharedWork<Result<SearchedTable, SourceError>>
  private var held: (stamp: FileStatus, result: Result<SearchedTable, SourceError>)?
  /// The last table that there was, whatever became of the file since.
  private(set) var last: SearchedTable?
  /// What was said last of rows that cannot be used.
  private var warnings: [String] = []

  init(
    _ file: CatalogFile, _ pages: TablePages, name: String, _ dependencies: SourceDependencies
  ) {
    (self.file, self.dependencies) = (file, dependencies)
    reader = FileTableReader(file: file, pages: pages, name: name, dependencies: dependencies)
    work = SharedWork { await dependencies.sleep(dependencies.now() + Self.grace) }
  }

  /// The state of the file that was read last; nil where it was missing.
  var stamp: FileStatus? { held?.stamp }

  /// The table of the file as it is now; waits while it is read, no longer than the task lives.
  ///
  /// All who ask meanwhile wait for the same reading, which ends when the last of them has left.
  func table() async throws(SourceError) -> SearchedTable {
    guard let stamp = FileStatus(path: file.path) else {
      held = nil
      throw SourceError(.notFound(what: "file \(file.path)"))
    }
    if let held, held.stamp == stamp { return try held.result.get() }
    guard let result = await work.value(of: { await self.load() }) else {
      throw SourceError(.cancelled)
    }
    return try result.get()
  }

  private func load() async -> Result<SearchedTable, SourceError> {
    var reading = await read()
    for _ in 1..<Self.maximumReadings where reading.stamp != FileStatus(path: file.path) {
      reading = await read()
    }
    var isGrowing = false
    if case .success(let table) = reading.result, table.table.isCut {
      // The last line may still be on its way.
      await dependencies.sleep(dependencies.now() + Self.patience)
      if reading.stamp != FileStatus(path: file.path) {
        reading = await read()
        isGrowing = true
      }
    }
    guard !Task.isCancelled else { return .failure(SourceError(.cancelled)) }
    held = reading.stamp.map { ($0, reading.result) }
    if case .success(let table) = reading.result {
      last = table
      warn(reader.warnings(of: table.table, isGrowing: isGrowing))
    }
    return reading.result
  }

  /// Says what is news.
  private func warn(_ lines: [String]) {
    for line in lines where !warnings.contains(line) { dependencies.warn(line) }
    warnings = lines
  }

  private func read() async -> Reading {
    let isCancelled = Flag()
    let reader = reader
    return await withTaskCancellationHandler {
      await Background.run { reader.read(isCancelled) }
    } onCancel: {
      isCancelled.set()
    }
  }
}

/// A flag that is set from any thread.
final class Flag: Sendable {
  private let value = Atomic(false)

  var isSet: Bool { value.load(ordering: .relaxed) }

  func set() { value.store(true, ordering: .relaxed) }
}
