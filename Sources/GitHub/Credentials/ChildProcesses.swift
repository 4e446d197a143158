import Synchronization

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The processes that were started here, so that none outlives this one.
package final class ChildProcesses: Launcher {
  private struct State {
    var groups: Set<pid_t> = []
    var isOver = false
  }

  private static let maximumOutput = 64 << 10
  private static let pollInterval: Duration = .milliseconds(20)

  private let state = Mutex(State())

  package init() {}

  /// Kills every process group that was started here; nothing is started afterwards.
  ///
  /// Does not wait, and may be called again.
  package func terminateAll() {
    state.withLock { state in
      state.isOver = true
      for group in state.groups { kill(-group, SIGKILL) }
    }
  }

  /// How many are running.
  package var count: Int { state.withLock(\.groups.count) }

  package func run(_ arguments: [String], limit: Duration) -> LaunchOutcome {
    guard !arguments.isEmpty else { return .notFound }
    switch start(arguments) {
    case nil: return .terminated
    case .failure(.notFound): return .notFound
    case .failure(.refused): return .refused
    case .success(let (child, pipe)):
      defer { pipe.closeReader() }
      return outcome(of: child, reading: pipe, limit: limit)
    }
  }

  /// Starts under the lock, so that `terminateAll` finds every process or keeps it from starting,
  /// and no process gets the pipe of another.
  private func start(_ arguments: [String]) -> Result<(pid_t, Pipe), SpawnFailure>? {
    state.withLock { state in
      guard !state.isOver else { return nil }
      guard let pipe = Pipe() else { return .failure(.refused) }
      defer { pipe.closeWriter() }
      let result = spawn(arguments, output: pipe.writer)
      switch result {
      case .success(let child): state.groups.insert(child)
      case .failure: pipe.closeReader()
      }
      return result.map { ($0, pipe) }
    }
  }

  private func outcome(of child: pid_t, reading pipe: Pipe, limit: Duration) -> LaunchOutcome {
    let clock = ContinuousClock()
    let deadline = clock.now.advanced(by: limit)
    var output: [UInt8] = []
    var isOpen = true
    while true {
      if isOpen { isOpen = pipe.read(into: &output, waiting: Self.pollInterval) }
      if output.count > Self.maximumOutput { kill(-child, SIGKILL) }
      if let status = reap(child) {
        // What it wrote last may have come after the read above.
        while isOpen, output.count <= Self.maximumOutput {
          isOpen = pipe.read(into: &output, waiting: .zero)
        }
        if isOver { return .terminated }
        return status == 0 ? .output(output) : .failed(status: status)
      }
      guard clock.now < deadline else { break }
      if !isOpen { usleep(5_000) }
    }
    kill(-child, SIGKILL)
    while reap(child) == nil { usleep(1_000) }
    return .timedOut
  }

  private var isOver: Bool { state.withLock(\.isOver) }

  /// Returns the status of a child that has ended, nil while it runs.
  ///
  /// Takes it off the list in the same step, so that its number is not killed once it is another's.
  private func reap(_ child: pid_t) -> Int32? {
    state.withLock { state in
      var status: Int32 = 0
      let result = waitpid(child, &status, WNOHANG)
      guard result == child || (result < 0 && errno == ECHILD) else { return nil }
      state.groups.remove(child)
      let signal = status & 0x7F
      return signal == 0 ? (status >> 8) & 0xFF : 128 + signal
    }
  }
}

/// A pipe from a child; both ends are closed in other children.
private struct Pipe: Sendable {
  let writer: Int32
  private let reader: Int32

  init?() {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return nil }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    (reader, writer) = (ends[0], ends[1])
  }

  func closeWriter() { close(writer) }
  func closeReader() { close(reader) }

  /// Appends what has come within that time; false once nothing more can come.
  func read(into output: inout [UInt8], waiting time: Duration) -> Bool {
    var ready = pollfd(fd: reader, events: Int16(POLLIN), revents: 0)
    let count = poll(&ready, 1, Int32(time / .milliseconds(1)))
    if count == 0 { return time > .zero }
    if count < 0 { return errno == EINTR }
    var chunk = [UInt8](repeating: 0, count: 4096)
    #if canImport(Glibc)
      let length = Glibc.read(reader, &chunk, chunk.count)
    #else
      let length = Darwin.read(reader, &chunk, chunk.count)
    #endif
    guard length > 0 else { return length < 0 && errno == EINTR }
    output.append(contentsOf: chunk[..<length])
    return true
  }
}
