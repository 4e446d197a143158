import JSON
import Service
import Synchronization
import System
import Wire

/// Writes what a client sends to a file, one JSON object a line: `{"at": milliseconds, "body": …}`.
///
/// Secrets are blotted out. Faulty frames are left out.
final class Recorder: Sendable {
  private let descriptor: Descriptor
  private let clock = MonotonicClock()
  private let path: String
  private let failure = Mutex<SystemError?>(nil)

  init(_ path: String) throws(CommandError) {
    self.path = path
    do throws(SystemError) {
      descriptor = try Descriptor(opening: path, for: .replacing)
    } catch {
      throw .usage("--record \(path) cannot be written: \(error)")
    }
  }

  deinit { descriptor.close() }

  /// Throws what has kept it from writing; the rest of the session is not recorded then.
  func check() throws(CommandError) {
    guard let failure = failure.withLock(\.self) else { return }
    throw .failed("--record \(path) cannot be written: \(failure)")
  }

  func record(_ frames: [Frame]) {
    guard failure.withLock({ $0 == nil }) else { return }
    let at = clock.now().milliseconds
    for case .body(let bytes) in frames {
      guard let body = try? JSONValue(parsing: bytes) else { continue }
      let line: JSONValue = ["at": JSONValue(at), "body": body.redacted]
      do throws(SystemError) {
        try descriptor.write(line.jsonBytes + [UInt8(ascii: "\n")])
      } catch {
        return failure.withLock { $0 = error }
      }
    }
  }
}
