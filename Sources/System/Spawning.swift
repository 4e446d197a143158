import CSystem

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Starts a command as the leader of a process group of its own.
///
/// It has nothing to read, no descriptor but the three standard ones, and signals as a fresh process
/// has them.
///
/// - Returns: its id, which is its group's too.
func spawn(
  _ command: ChildCommand, output: Descriptor, errors: Descriptor
) throws(SystemError) -> pid_t {
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

  posix_spawn_file_actions_adddup2(&actions, output.number, 1)
  posix_spawn_file_actions_adddup2(&actions, errors.number, 2)
  posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
  if let folder = command.folder { csystem_spawn_in_folder(&actions, folder) }
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

  guard let name = command.arguments.first else { throw .notFound }
  return try withCStrings(command.arguments) { words throws(SystemError) in
    try withCStrings(environment(of: command)) { variables throws(SystemError) in
      var child: pid_t = 0
      let code = posix_spawnp(&child, name, &actions, &attributes, words, variables)
      guard code == 0 else { throw SystemError(code: code) }
      return child
    }
  }
}

/// The environment of the command as `NAME=VALUE`.
private func environment(of command: ChildCommand) -> [String] {
  var lines: [String] = []
  var next = environ
  while let line = next.pointee {
    let text = String(cString: line)
    let name = String(text.prefix { $0 != "=" })
    if command.environment[name] == nil, !command.removedVariables.contains(name) {
      lines.append(text)
    }
    next += 1
  }
  return lines + command.environment.map { "\($0)=\($1)" }
}

/// Hands out the texts as C has them: pointers, and a null behind the last one.
private func withCStrings<Value>(
  _ texts: [String],
  _ body: ([UnsafeMutablePointer<CChar>?]) throws(SystemError) -> Value
) throws(SystemError) -> Value {
  let copies = texts.map { strdup($0) }
  defer { for copy in copies { free(copy) } }
  guard copies.allSatisfy({ $0 != nil }) else { throw SystemError(code: ENOMEM) }
  return try body(copies + [nil])
}

#if canImport(Glibc)
  /// Marks every descriptor but the first three as not to be handed on.
  private func closeOthersOnExec() {
    for descriptor in 3..<Int32(max(4, min(sysconf(Int32(_SC_OPEN_MAX)), 4096))) {
      _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    }
  }
#endif
