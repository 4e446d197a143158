import JSON
import Secrets
import Service
import Synchronization
import System
import Wire

/// Writes what a client sends to a file, one JSON object a line: `{"at": milliseconds, "body": …}`.
///
/// Secrets are redacted. Faulty frames are left out.
final class Recorder: Sendable {
  private let descriptor: Descriptor
  private let redactor: Redactor
  private let clock = MonotonicClock()
  private let failure = Mutex<SystemError?>(nil)

  /// Whether something could not be written; people were told of it.
  var hasFailed: Bool { failure.withLock { $0 != nil } }

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
      write(line.jsonBytes + [UInt8(ascii: "\n")])
    }
  }

  /// The session goes on where this fails; nothing more is recorded then.
  private func write(_ bytes: [UInt8]) {
    failure.withLock { failure in
      guard failure == nil else { return }
      do throws(SystemError) {
        try descriptor.write(bytes)
      } catch {
        failure = error
        Terminal.standardError.complain("the recording cannot be written: \(error)")
      }
    }
  }
}
