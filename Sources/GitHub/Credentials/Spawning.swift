#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Why a command could not be started.
enum SpawnFailure: Error { case notFound, refused }

/// Starts a command as the leader of a group of its own.
///
/// It has `output` as its standard output, nothing to read, nowhere to complain to, no other
/// descriptor, and signals as a fresh process has them.
func spawn(_ arguments: [String], output: Int32) -> Result<pid_t, SpawnFailure> {
  #if canImport(Glibc)
    var actions = posix_spawn_file_actions_t()
    var attributes = posix_spawnattr_t()
  #else
    var actions: posix_spawn_file_actions_t?
    var attributes: posix_spawnattr_t?
  #endif
  posix_spawn_file_actions_init(&actions)
  defer { posix_spawn_file_actions_destroy(&actions) }
  posix_spawnattr_init(&attributes)
  defer { posix_spawnattr_destroy(&attributes) }

  posix_spawn_file_actions_adddup2(&actions, output, 1)
  posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
  posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
  var flags = POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK
  #if canImport(Glibc)
    closeOthersOnExec()
  #else
    flags |= POSIX_SPAWN_CLOEXEC_DEFAULT
  #endif
  var every = sigset_t()
  var none = sigset_t()
  sigfillset(&every)
  sigemptyset(&none)
  posix_spawnattr_setsigdefault(&attributes, &every)
  posix_spawnattr_setsigmask(&attributes, &none)
  posix_spawnattr_setpgroup(&attributes, 0)
  posix_spawnattr_setflags(&attributes, Int16(flags))

  var words: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) }
  defer { for word in words { free(word) } }
  guard let name = words.first ?? nil, words.allSatisfy({ $0 != nil }) else {
    return .failure(.refused)
  }
  words.append(nil)
  var child: pid_t = 0
  switch posix_spawnp(&child, name, &actions, &attributes, words, environ) {
  case 0: return .success(child)
  case ENOENT, ENOTDIR, EACCES: return .failure(.notFound)
  default: return .failure(.refused)
  }
}

#if canImport(Glibc)
  /// Marks every descriptor but the first three as not to be handed on.
  private func closeOthersOnExec() {
    for descriptor in 3..<Int32(max(4, min(sysconf(Int32(_SC_OPEN_MAX)), 4096))) {
      _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    }
  }
#endif
