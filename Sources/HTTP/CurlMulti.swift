import CCurl
import Synchronization
import System

/// A libcurl multi handle with the transfers in it; lives on one thread.
final class CurlMulti {
  private let multi: OpaquePointer
  private let configuration: CurlClient.Configuration
  private var transfers: [ObjectIdentifier: Transfer] = [:]

  /// Set up once per process; what failed for want of descriptors is tried again.
  private static let isSetUp = Mutex(false)

  /// What the process has open besides connections, and may need in between.
  private static let otherDescriptors = 14

  private static func setUp() -> Bool {
    isSetUp.withLock { isSetUp in
      if !isSetUp {
        isSetUp = ccurl_load() != 0 && ccurl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK
      }
      return isSetUp
    }
  }

  /// Returns nil where libcurl cannot be set up.
  init?(configuration: CurlClient.Configuration) {
    guard Self.setUp(), let multi = ccurl_multi_init() else { return nil }
    self.multi = multi
    self.configuration = configuration
    // Connections that are kept when idle, and how many one host may have to bear at once.
    _ = ccurl_multi_set_long(multi, CURLMOPT_MAXCONNECTS, 16)
    _ = ccurl_multi_set_long(multi, CURLMOPT_MAX_HOST_CONNECTIONS, 64)
    if Descriptor.limit < 128 {
      // The runtime dies where it gets none for a timer: further requests wait for a connection.
      let rest = max(1, Descriptor.limit - Self.otherDescriptors)
      _ = ccurl_multi_set_long(multi, CURLMOPT_MAX_TOTAL_CONNECTIONS, rest)
    }
  }

  deinit {
    for transfer in transfers.values { ccurl_multi_remove_handle(multi, transfer.handle) }
    transfers = [:]
    ccurl_multi_cleanup(multi)
  }

  /// What ends `sleep` from another thread.
  var waker: Waker { Waker(multi: multi) }

  /// Whether a further transfer over TLS fits onto one connection.
  ///
  /// Servers take some 100 streams on an HTTP/2 connection; for each one beyond that libcurl would
  /// open a connection of its own.
  var hasRoom: Bool { transfers.count < 100 }

  /// Takes a job in; false where there is no memory left.
  func add(_ job: TransferJob) -> Bool {
    guard let transfer = Transfer(job, configuration: configuration),
      ccurl_multi_add_handle(multi, transfer.handle) == CURLM_OK
    else { return false }
    transfers[ObjectIdentifier(job.promise)] = transfer
    return true
  }

  /// Ends the transfer of a promise, on the wire too; nothing where there is none.
  func remove(_ promise: Promise) {
    guard let transfer = transfers.removeValue(forKey: ObjectIdentifier(promise)) else { return }
    // The transfer ends here; until its handle is out, libcurl may write into it.
    withExtendedLifetime(transfer) { _ = ccurl_multi_remove_handle(multi, transfer.handle) }
  }

  /// Moves every transfer on and reports those that have ended.
  func perform(_ ended: (Promise, Promise.Result) -> Void) {
    var running: Int32 = 0
    guard ccurl_multi_perform(multi, &running) == CURLM_OK else {
      return endAll(.failed(reason: "libcurl gave up"), ended)
    }
    var left: Int32 = 0
    while let message = ccurl_multi_info_read(multi, &left) {
      guard message.pointee.msg == CURLMSG_DONE else { continue }
      // The message goes away with the handle.
      let code = message.pointee.data.result
      guard let transfer = transfer(of: message.pointee.easy_handle) else { continue }
      let result = transfer.result(code)
      remove(transfer.promise)
      ended(transfer.promise, result)
    }
  }

  /// Waits until there is something to do; no transfer means waiting for the waker alone.
  func sleep() {
    var ready: Int32 = 0
    if ccurl_multi_poll(multi, nil, 0, 3_600_000, &ready) != CURLM_OK {
      // Out of memory, most likely: neither die nor spin.
      waitForEvents([], timeout: .milliseconds(20))
    }
  }

  private func transfer(of handle: OpaquePointer?) -> Transfer? {
    var pointer: UnsafeMutableRawPointer?
    guard let handle, ccurl_get_pointer(handle, CURLINFO_PRIVATE, &pointer) == CURLE_OK else {
      return nil
    }
    return pointer.map { Unmanaged<Transfer>.fromOpaque($0).takeUnretainedValue() }
  }

  private func endAll(_ error: HTTPError, _ ended: (Promise, Promise.Result) -> Void) {
    for transfer in transfers.values {
      remove(transfer.promise)
      ended(transfer.promise, .failure(error))
    }
  }
}

/// Wakes a `CurlMulti` from another thread.
///
/// Unchecked, since it carries a raw pointer: `curl_multi_wakeup` is the one call that libcurl allows
/// from any thread, and `TransferLoop` wakes only under the lock under which it forgets the waker
/// before the handle goes away.
struct Waker: @unchecked Sendable {
  fileprivate let multi: OpaquePointer

  func wake() { ccurl_multi_wakeup(multi) }
}
