#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A folder of small files that can be had again, for their owner alone.
///
/// It holds no more bytes than it may: those that were not used for longest go. Links in it, or in its
/// place, are not followed.
package struct CacheFolder: Sendable {
  private let path: String
  private let maximumBytes: Int

  /// - Parameter path: made where it is missing, once there is something to be kept.
  package init(_ path: String, maximumBytes: Int) {
    (self.path, self.maximumBytes) = (path, maximumBytes)
  }

  package func path(of name: String) -> String { "\(path)/\(name)" }

  /// Nil where there is no such file, or it is larger than `limit`.
  package func read(_ name: String, limit: Int) -> [UInt8]? {
    PrivateFile(name, in: path).read(limit: limit)
  }

  /// Whether there is such a file, and no link in its place.
  package func has(_ name: String) -> Bool { entry(path(of: name)) != nil }

  /// Notes that a file is used.
  package func noteUse(of name: String) {
    // Without times it is now.
    utimensat(AT_FDCWD, path(of: name), nil, AT_SYMLINK_NOFOLLOW)
  }

  /// Puts a file in its place, and makes room for it.
  package func replace(_ name: String, with bytes: [UInt8]) throws(SystemError) {
    try PrivateFile(name, in: path).replace(with: bytes)
    makeRoom(sparing: path(of: name))
  }

  private func makeRoom(sparing spared: String) {
    var files = paths(in: path, fitting: "*").compactMap { path in
      entry(path).map { (path: path, entry: $0) }
    }
    var bytes = files.reduce(0) { $0 + $1.entry.size }
    guard bytes > maximumBytes else { return }
    files.sort { $0.entry.lastUse < $1.entry.lastUse }
    for file in files where bytes > maximumBytes && file.path != spared {
      unlink(file.path)
      bytes -= file.entry.size
    }
  }

  private func entry(_ path: String) -> (size: Int, lastUse: Int)? {
    var status = stat()
    guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    #if canImport(Glibc)
      return (Int(status.st_size), status.st_mtim.tv_sec)
    #else
      return (Int(status.st_size), status.st_mtimespec.tv_sec)
    #endif
  }
}
