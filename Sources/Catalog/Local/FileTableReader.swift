import Explorer
import System

/// Reads a catalogue's file once, telling how far it has got with a large one.
struct FileTableReader: Sendable {
  /// Files from this size on tell how far they have got.
  private static let reportedSize = 4 << 20

  let file: CatalogFile
  let pages: TablePages
  let name: String
  let dependencies: SourceDependencies

  /// Blocks; meant for a thread of its own.
  func read(_ isCancelled: Flag) -> TableLoader.Reading {
    let before = FileStatus(path: file.path)
    let isLarge = before.map { $0.size >= Self.reportedSize } ?? false
    func report(_ stage: SourceProgress.Stage) {
      if isLarge { dependencies.progress(SourceProgress(source: pages.sourceID, stage: stage)) }
    }
    report(.began(title: "Reading \(name)"))
    defer { report(.ended) }
    do throws(SourceError) {
      let (bytes, stamp) = try FileBytes.read(file.path)
      var lastPercentage = 0
      let reader = TableReader(file.layout, pages.mapping) { offset in
        let percentage = min(100, offset * 100 / max(1, bytes.count))
        if percentage >= lastPercentage + 10 {
          lastPercentage = percentage
          report(.reached(percentage: percentage, message: "\(percentage) %"))
        }
        return !isCancelled.isSet
      }
      do throws(SourceError) {
        return (stamp, .success(SearchedTable(try reader.table(bytes), pages)))
      } catch {
        return (stamp, .failure(error.asBrokenFile))
      }
    } catch {
      return (before, .failure(error))
    }
  }

  /// What a person should know of rows that were not taken as they are.
  ///
  /// - Parameter isGrowing: whether the last line is still being written, and so is no fault.
  func warnings(of table: Table, isGrowing: Bool) -> [String] {
    var lines: [String] = []
    let malformed = table.malformed.count - (isGrowing && table.isCut ? 1 : 0)
    if malformed > 0, let first = table.malformed.firstOffset {
      let rows =
        malformed == 1
        ? "1 row could not be used and was left out, it is at"
        : "\(malformed) rows could not be used and were left out, the first at"
      lines.append(
        "\(name): \(rows) "
          + "\(Table.place(first, in: table.bytes)).")
    }
    if let first = table.ragged.firstOffset {
      lines.append(
        "\(name): of all rows \(table.ragged.short) have fewer cells than the first line and "
          + "\(table.ragged.long) have more, the first at \(Table.place(first, in: table.bytes)).")
    }
    return lines
  }
}

extension SourceError {
  /// Of a file that cannot be read: asking again at once gives nothing new.
  fileprivate var asBrokenFile: SourceError {
    guard case .badResponse(.undecodable(let place)) = cause else { return self }
    return SourceError(.badResponse(.brokenFile(place: place)))
  }
}
