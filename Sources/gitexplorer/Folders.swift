#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Where programs of a user keep things, by the XDG base directory specification.
///
/// Read from the environment that it is given; a variable that is unset, empty or no absolute path
/// leaves the folder that the specification names.
struct Folders: Sendable {
  let home: String
  let config: String
  let data: String
  let state: String
  let cache: String

  init(_ variable: (String) -> String? = environmentVariable) {
    func path(_ name: String) -> String? {
      variable(name).flatMap { $0.hasPrefix("/") ? $0 : nil }
    }
    home = path("HOME") ?? "/"
    let prefix = home == "/" ? "" : home
    config = path("XDG_CONFIG_HOME") ?? "\(prefix)/.config"
    data = path("XDG_DATA_HOME") ?? "\(prefix)/.local/share"
    state = path("XDG_STATE_HOME") ?? "\(prefix)/.local/state"
    cache = path("XDG_CACHE_HOME") ?? "\(prefix)/.cache"
  }
}

/// What the file system says of a path.
enum PathStatus: Equatable {
  case folder(isWritable: Bool)
  case file(isReadable: Bool)
  case absent

  init(_ path: String) {
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

/// The paths that fit a pattern of the shell behind a folder that is taken literally, in order.
func paths(in folder: String, fitting pattern: String) -> [String] {
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
