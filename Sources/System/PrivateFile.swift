#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A small file for its owner alone, which is read and replaced as a whole.
///
/// A link in its place, or in the place of its folder, is not followed.
package struct PrivateFile: Sendable {
  private let folder: String
  private let path: String

  /// - Parameter folder: made, for its owner alone, where it is missing.
  package init(_ name: String, in folder: String) {
    self.folder = folder
    path = "\(folder)/\(name)"
  }

  /// Nil where there is no such file, or it is larger than `limit`.
  package func read(limit: Int) -> [UInt8]? {
    guard isFolder else { return nil }
    let number = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard let file = try? Descriptor(checking: number) else { return nil }
    defer { file.close() }
    guard let status = try? file.status(), status.kind == .regular, status.size <= limit else {
      return nil
    }
    return try? file.readToEnd(limit: limit, expecting: status.size)
  }

  /// Puts the bytes in the place of what there is; whoever reads finds the old ones or the new ones.
  package func replace(with bytes: [UInt8]) throws(SystemError) {
    makeFolders(folder[...])
    guard isFolder else { throw .notADirectory }
    let draft = "\(path).\(getpid()).\(UInt32.random(in: .min ... .max))"
    let file = try Descriptor(
      checking: open(draft, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600))
    do throws(SystemError) {
      defer { file.close() }
      try file.write(bytes)
    } catch {
      unlink(draft)
      throw error
    }
    guard rename(draft, path) == 0 else {
      let error = SystemError.last
      unlink(draft)
      throw error
    }
  }

  private var isFolder: Bool {
    var status = stat()
    return lstat(folder, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  private func makeFolders(_ folder: Substring) {
    guard !folder.isEmpty, mkdir(String(folder), 0o700) != 0, errno == ENOENT,
      let slash = folder.lastIndex(of: "/")
    else { return }
    makeFolders(folder[..<slash])
    mkdir(String(folder), 0o700)
  }
}
