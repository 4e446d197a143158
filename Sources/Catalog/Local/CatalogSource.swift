import Explorer
import System

/// A file of records as a source: read once, searched in memory.
package struct CatalogSource: Source {
  package let descriptor: SourceDescriptor
  private let file: CatalogFile
  private let loader: TableLoader
  private let dependencies: SourceDependencies
  /// How often a watched file is looked at.
  private static let watchInterval: Duration = .seconds(1)

  /// Reads nothing yet; the file is read at the first query.
  package init(
    id: String, name: String, file: CatalogFile, mapping: ItemMapping,
    dependencies: SourceDependencies
  ) {
    descriptor = SourceDescriptor(
      id: id, name: name, features: [.search, .loadMore], origin: .local, debounce: .zero,
      minimumQueryLength: 0, isSearchedInMemory: true)
    self.file = file
    self.dependencies = dependencies
    loader = TableLoader(
      file, TablePages(sourceID: id, mapping: mapping), name: name, dependencies)
  }

  package func search(
    _ query: Query, continuing continuation: String?, timeout: Duration
  ) async throws(SourceError) -> Page {
    do throws(SourceError) {
      return try await loader.table().page(query)
    } catch {
      guard error.cause != .cancelled, continuation == nil else { throw error }
      var error = error
      error.stale = try? await loader.last?.page(query)
      throw error
    }
  }

  package func watch(_ changed: @escaping @Sendable () -> Void) async {
    // Nothing was told yet, which is not the same as that the file is missing.
    var told: FileStatus?? = .none
    while !Task.isCancelled {
      await dependencies.sleep(dependencies.now() + Self.watchInterval)
      let stamp = FileStatus(path: file.path)
      let isNews = await stamp != loader.stamp
      guard isNews, told != .some(stamp), !Task.isCancelled else { continue }
      told = stamp
      changed()
    }
  }
}
