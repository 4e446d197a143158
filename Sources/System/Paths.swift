#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// What the file system says of a path.
package enum PathStatus: Equatable {
  case folder(isWritable: Bool)
  case file(isReadable: Bool)
  case absent

  /// Links are followed.
  package init(_ path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else {
      self = .absent
      return
    }
    self =
      status.st_mode & S_IFMT == S_IFDIR
      ? .folder(isWritable: access(path, W_OK | X_OK) == 0)
      : .file(isReadable: access(path, R_OK) == 0)
  }
}

/// The path from the root, without links; nil where there is nothing.
package func absolutePath(_ path: String) -> String? {
  guard let resolved = realpath(path, nil) else { return nil }
  defer { free(resolved) }
  return String(cString: resolved)
}

/// The paths that fit a pattern of the shell behind a folder that is taken literally, in order.
package func paths(in folder: String, fitting pattern: String) -> [String] {
  let literal = folder.reduce(into: "") { result, character in
    if "*?[]\\".contains(character) { result.append("\\") }
    result.append(character)
  }
  var found = glob_t()
  defer { globfree(&found) }
  guard glob("\(literal)/\(pattern)", 0, nil, &found) == 0 else { return [] }
  return (0..<Int(found.gl_pathc)).compactMap { i in
    found.gl_pathv[i].map { String(cString: $0) }
  }
}
