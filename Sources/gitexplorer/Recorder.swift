import JSON
import Secrets
import Service
import System
import Wire

/// Writes what a client sends to a file, one JSON object a line: `{"at": milliseconds, "body": …}`.
///
/// Secrets are redacted. Faulty frames are left out.
final class Recorder: Sendable {
  private let descriptor: Descriptor
  private let redactor: Redactor
  private let clock = MonotonicClock()

  init(_ path: String, _ redactor: Redactor) throws(CommandError) {
    self.redactor = redactor
    do throws(SystemError) {
      descriptor = try Descriptor(opening: path, for: .replacing)
    } catch {
      throw .usage("--record \(path) cannot be written: \(error)")
    }
  }

  deinit { descriptor.close() }

  func record(_ frames: [Frame]) {
    let at = clock.now().milliseconds
    for case .body(let bytes) in frames {
      guard let body = try? JSONValue(parsing: bytes) else { continue }
      let line: JSONValue = ["at": JSONValue(at), "body": body.redacted(by: redactor)]
      Terminal(descriptor: descriptor).write(String(decoding: line.jsonBytes, as: UTF8.self) + "\n")
    }
  }
}
