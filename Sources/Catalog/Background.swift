import System

/// Work that takes long and does not wait: on a thread of its own, where no task waits behind it.
package enum Background {
  package static func run<Value: Sendable>(_ body: @escaping @Sendable () -> Value) async -> Value {
    await withCheckedContinuation { continuation in
      do throws(SystemError) {
        try startThread { continuation.resume(returning: body()) }
      } catch {
        continuation.resume(returning: body())
      }
    }
  }
}
