#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

extension Descriptor {
  /// How a file is opened; never handed on to child processes.
  package enum Access: Sendable {
    case reading
    /// Reading that does not wait for a writer, where the path is a pipe.
    case readingAtOnce
    /// Writing to a file that is created (for its owner alone) or emptied.
    case replacing
    /// Writing to the end of a file that is created (for its owner alone) where it is missing.
    case appending

    fileprivate var flags: Int32 {
      switch self {
      case .reading: O_RDONLY
      case .readingAtOnce: O_RDONLY | O_NONBLOCK
      case .replacing: O_WRONLY | O_CREAT | O_TRUNC
      case .appending: O_WRONLY | O_CREAT | O_APPEND
      }
    }
  }

  /// How many the process may have.
  package static var limit: Int { Int(sysconf(Int32(_SC_OPEN_MAX))) }

  /// Opens a file.
  package init(opening path: String, for access: Access) throws(SystemError) {
    try self.init(checking: open(path, access.flags | O_CLOEXEC, 0o600))
  }

  /// Makes a pipe; its ends are not handed on to child processes.
  package static func pipe() throws(SystemError) -> (reader: Descriptor, writer: Descriptor) {
    var ends: [Int32] = [-1, -1]
    guard makePipe(&ends) == 0 else { throw .last }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (Descriptor(number: ends[0]), Descriptor(number: ends[1]))
  }

  /// What the descriptor says of its file.
  package func status() throws(SystemError) -> FileStatus {
    var status = stat()
    guard fstat(number, &status) == 0 else { throw .last }
    return FileStatus(status)
  }
}

/// What kind of file there is, and what tells one state of it from another without reading it.
package struct FileStatus: Sendable, Equatable {
  package enum Kind: Sendable { case regular, pipe, socket, directory, other }

  package var kind: Kind
  /// In bytes.
  package var size: Int
  private var device: UInt64
  private var inode: UInt64
  private var seconds: Int
  private var nanoseconds: Int

  /// Nil where there is no such file.
  package init?(path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    self.init(status)
  }

  fileprivate init(_ status: stat) {
    kind =
      switch status.st_mode & mode_t(S_IFMT) {
      case mode_t(S_IFREG): .regular
      case mode_t(S_IFIFO): .pipe
      case mode_t(S_IFSOCK): .socket
      case mode_t(S_IFDIR): .directory
      default: .other
      }
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

private func makePipe(_ ends: UnsafeMutablePointer<Int32>) -> Int32 { pipe(ends) }
