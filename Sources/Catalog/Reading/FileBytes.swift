import Explorer

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// What tells one state of a file from another without reading it.
struct FileStamp: Sendable, Equatable {
  var size: Int
  private var device: UInt64
  private var inode: UInt64
  private var seconds: Int
  private var nanoseconds: Int

  /// Nil where there is no such file.
  init?(path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    self.init(status)
  }

  fileprivate init(_ status: stat) {
    size = Int(status.st_size)
    device = UInt64(truncatingIfNeeded: status.st_dev)
    inode = UInt64(truncatingIfNeeded: status.st_ino)
    #if canImport(Glibc)
      seconds = status.st_mtim.tv_sec
      nanoseconds = status.st_mtim.tv_nsec
    #else
      seconds = status.st_mtimespec.tv_sec
      nanoseconds = status.st_mtimespec.tv_nsec
    #endif
  }
}

/// Reads whole files; only regular ones, which cannot hang.
enum FileBytes {
  /// Larger files are refused: places in them are kept in 32 bits.
  static let maximumSize = 2 << 30

  /// Returns all bytes, and the stamp that the file had when they were read.
  static func read(_ path: String) throws(SourceError) -> (bytes: [UInt8], stamp: FileStamp) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw failure(path, errno) }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw failure(path, errno) }
    guard status.st_mode & mode_t(S_IFMT) == mode_t(S_IFREG) else {
      throw SourceError(.misconfigured(reason: "\(path) is no regular file"))
    }
    let stamp = FileStamp(status)
    guard stamp.size < maximumSize else {
      throw SourceError(.badResponse(.tooLarge(limit: maximumSize)))
    }
    return (try bytes(descriptor, count: stamp.size, path), stamp)
  }

  private static func bytes(
    _ descriptor: Int32, count: Int, _ path: String
  ) throws(SourceError) -> [UInt8] {
    var code: Int32 = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      while filled < count {
        let rest = UnsafeMutableRawBufferPointer(
          rebasing: UnsafeMutableRawBufferPointer(buffer)[filled...])
        let length = readBytes(descriptor, rest)
        if length < 0, errno == EINTR { continue }
        if length < 0 { code = errno }
        guard length > 0 else { return }
        filled += length
      }
    }
    guard code == 0 else { throw failure(path, code) }
    return bytes
  }

  private static func failure(_ path: String, _ code: Int32) -> SourceError {
    switch code {
    case ENOENT, ENOTDIR: SourceError(.notFound(what: "file \(path)"))
    case EACCES, EPERM:
      SourceError(.forbidden(.plain(message: "the file \(path) may not be read")))
    default: SourceError(.misconfigured(reason: "\(path): \(String(cString: strerror(code)))"))
    }
  }
}

private func readBytes(_ descriptor: Int32, _ buffer: UnsafeMutableRawBufferPointer) -> Int {
  read(descriptor, buffer.baseAddress, min(buffer.count, 64 << 20))
}
