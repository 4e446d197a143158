import Secrets
import Service

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Where the log goes: a file, or standard error; neither ever holds anything up.
enum LogSink {
  /// - Throws: a usage error where the file cannot be opened.
  static func log(_ options: Options, _ redactor: Redactor) throws(CommandError) -> Log {
    let level = try options.word(.logLevel, as: Log.Level.self) ?? .warning
    guard let path = options[.logFile] else {
      return Log(level: level) { level, line in
        append("gitexplorer: \(level.rawValue): \(redactor.redacted(line))\n", to: 2)
      }
    }
    let descriptor = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      throw .usage("--log-file \(path) cannot be written: \(errorText(errno))")
    }
    return Log(level: level) { level, line in
      append("\(timestamp()) \(level.rawValue) \(redactor.redacted(line))\n", to: descriptor)
    }
  }

  /// Writes a line unless it would have to wait: a full pipe that nobody reads loses it.
  private static func append(_ line: String, to descriptor: Int32) {
    var poller = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    guard poll(&poller, 1, 0) == 1, poller.revents & Int16(POLLOUT) != 0 else { return }
    let bytes = Array(line.utf8.prefix(4096))
    _ = bytes.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
  }

  /// RFC 3339, UTC.
  private static func timestamp() -> String {
    var now = time_t(wallClock())
    var parts = tm()
    gmtime_r(&now, &parts)
    func two(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let date = "\(parts.tm_year + 1900)-\(two(parts.tm_mon + 1))-\(two(parts.tm_mday))"
    return "\(date)T\(two(parts.tm_hour)):\(two(parts.tm_min)):\(two(parts.tm_sec))Z"
  }
}

/// The system's words for an error number.
func errorText(_ code: Int32) -> String { String(cString: strerror(code)) }

/// Seconds since 1970.
func wallClock() -> Int64 {
  var now = timespec()
  clock_gettime(CLOCK_REALTIME, &now)
  return Int64(now.tv_sec)
}
