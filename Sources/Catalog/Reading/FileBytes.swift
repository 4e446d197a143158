import Explorer
import System

/// Reads whole files; only regular ones, which cannot hang.
package enum FileBytes {
  /// Larger files are refused: places in them are kept in 32 bits.
  static let maximumSize = 2 << 30

  /// Returns all bytes, and the status that the file had when they were read.
  package static func read(
    _ path: String
  ) throws(SourceError) -> (bytes: [UInt8], status: FileStatus) {
    let result: Result<(bytes: [UInt8], status: FileStatus), SourceError>
    do throws(SystemError) {
      let descriptor = try Descriptor(opening: path, for: .readingAtOnce)
      defer { descriptor.close() }
      result = try read(descriptor, path)
    } catch {
      throw failure(path, error)
    }
    return try result.get()
  }

  private static func read(
    _ descriptor: Descriptor, _ path: String
  ) throws(SystemError) -> Result<(bytes: [UInt8], status: FileStatus), SourceError> {
    let status = try descriptor.status()
    guard status.kind == .regular else {
      return .failure(SourceError(.misconfigured(reason: "\(path) is no regular file")))
    }
    guard status.size < maximumSize,
      let bytes = try descriptor.readToEnd(limit: maximumSize - 1, expecting: status.size)
    else { return .failure(SourceError(.badResponse(.tooLarge(limit: maximumSize)))) }
    return .success((bytes, status))
  }

  private static func failure(_ path: String, _ error: SystemError) -> SourceError {
    switch error {
    case .notFound, .notADirectory: SourceError(.notFound(what: "file \(path)"))
    case .accessDenied, .notPermitted:
      SourceError(.forbidden(.plain(message: "the file \(path) may not be read")))
    default: SourceError(.misconfigured(reason: "\(path): \(error)"))
    }
  }
}
