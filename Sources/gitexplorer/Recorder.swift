import JSON
import Secrets
import Service
import Synchronization
import Wire

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Writes what a client sends to a file, one JSON object a line: `{"at": milliseconds, "body": …}`.
///
/// Secrets are redacted. Faulty frames are left out.
final class Recorder: Sendable {
  private let descriptor: Int32
  private let redactor: Redactor
  private let origin = ContinuousClock.now

  init(_ path: String, _ redactor: Redactor) throws(CommandError) {
    self.redactor = redactor
    descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      throw .usage("--record \(path) cannot be written: \(errorText(errno))")
    }
  }

  deinit { close(descriptor) }

  func record(_ frames: [Frame]) {
    let at = origin.duration(to: .now).milliseconds
    for case .body(let bytes) in frames {
      guard let body = try? JSONValue(parsing: bytes) else { continue }
      let line: JSONValue = ["at": JSONValue(at), "body": body.redacted(by: redactor)]
      Terminal(descriptor: descriptor).write(String(decoding: line.jsonBytes, as: UTF8.self) + "\n")
    }
  }
}
