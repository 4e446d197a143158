import Secrets
import Service
import System

/// Where the log goes: a file, or standard error; neither ever holds anything up.
enum LogSink {
  /// - Throws: a usage error where the file cannot be opened.
  static func log(_ options: Options, _ redactor: Redactor) throws(CommandError) -> Log {
    let level = options.word(.logLevel, as: Log.Level.self) ?? .warning
    guard let path = options[.logFile] else {
      return Log(level: level) { level, line in
        append(
          "gitexplorer: \(level.rawValue): \(redactor.redacted(line).printable)\n",
          to: .standardError)
      }
    }
    let descriptor: Descriptor
    do throws(SystemError) {
      descriptor = try Descriptor(opening: path, for: .appending)
    } catch {
      throw .usage("--log-file \(path) cannot be written: \(error)")
    }
    return Log(level: level) { level, line in
      let time = CivilTime(secondsSince1970: Int(WallClock.seconds())).rfc3339
      append("\(time) \(level.rawValue) \(redactor.redacted(line).printable)\n", to: descriptor)
    }
  }

  /// Writes a line unless it would have to wait: a full pipe that nobody reads loses it.
  private static func append(_ line: String, to descriptor: Descriptor) {
    guard descriptor.wait(for: .writable, timeout: .zero).contains(.writable) else { return }
    try? descriptor.write(line.utf8.prefix(4096))
  }
}
