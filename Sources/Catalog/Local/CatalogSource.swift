import Explorer
import System

/// A file of records as a source: read once, searched in memory.
package struct CatalogSource: Source {
  package let descriptor: SourceDescriptor
  private let file: CatalogFile
  private let loader: TableLoader
  private let recent = PageCache()
  private let dependencies: SourceDependencies
  /// How often a watched file is looked at.
  private static let watchInterval: Duration = .seconds(1)
  /// Older than any answer that is fresh: what is remembered of a file only stands in for it.
  private static let staleAge: Duration = .seconds(1 << 40)

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

  package var isRemembering: Bool { !recent.isEmpty }

  package func remembered(_ query: Query) -> Remembered? {
    recent.remembered(query, now: .zero).map { Remembered(page: $0.page, age: Self.staleAge) }
  }

  package func search(
    _ query: Query, continuing continuation: String?, timeout: Duration
  ) async throws(SourceError) -> Page {
    do throws(SourceError) {
      return try await loader.table().page(query)
    } catch {
      // What there was before stands in for what cannot be read now.
      if error.cause != .cancelled, let page = try? await loader.last?.page(query) {
        recent.keep(page, for: query, now: .zero)
      }
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
