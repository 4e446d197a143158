import JSON
import Sandbox

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A bare HTTP client on one blocking socket; whatever takes longer than 20 seconds fails.
final class Client {
  private let descriptor: Int32
  private var buffer: [UInt8] = []

  struct Answer {
    var status: Int
    var headers: [(name: String, value: String)]
    var body: [UInt8]
    /// Whether the body is as long as the head promised.
    var isWhole: Bool

    func header(_ name: String) -> String? { headers.first { $0.name == name.lowercased() }?.value }

    var json: JSONValue { (try? JSONValue(parsing: body)) ?? .null }

    var text: String { String(decoding: body, as: UTF8.self) }
  }

  init(_ sandbox: Sandbox) { descriptor = Self.connect(sandbox.port) }

  deinit { hangUp() }

  private var isOpen = true

  func hangUp() {
    if isOpen { close(descriptor) }
    isOpen = false
  }

  /// Asks and waits for the answer; nil where the connection ended without one.
  func get(_ target: String, _ headers: [String: String] = [:]) -> Answer? {
    ask("GET", target, headers)
  }

  func ask(
    _ method: String, _ target: String, _ headers: [String: String] = [:], body: String? = nil
  ) -> Answer? {
    send(Self.request(method, target, headers, body: body))
    return answer(hasBody: method != "HEAD")
  }

  static func request(
    _ method: String, _ target: String, _ headers: [String: String] = [:], body: String? = nil
  ) -> String {
    var text = "\(method) \(target) HTTP/1.1\r\n"
    let length = body?.utf8.count ?? (method == "PUT" ? 0 : nil)
    let host = target.hasPrefix("/_sandbox/") ? "127.0.0.1" : "sandbox.test"
    var all = ["Host": host, "User-Agent": "tests"]
    if let length { all["Content-Length"] = String(length) }
    for (name, value) in all.merging(headers, uniquingKeysWith: { $1 }) {
      text += "\(name): \(value)\r\n"
    }
    return text + "\r\n" + (body ?? "")
  }

  func send(_ text: String) { send(Array(text.utf8)) }

  func send(_ bytes: [UInt8]) {
    var sent = 0
    while sent < bytes.count {
      #if canImport(Glibc)
        let flags = Int32(MSG_NOSIGNAL)
      #else
        let flags: Int32 = 0
      #endif
      let count = bytes[sent...].withUnsafeBytes { systemSend(descriptor, $0, flags) }
      guard count > 0 else { return }
      sent += count
    }
  }

  /// Reads one answer.
  func answer(hasBody: Bool = true) -> Answer? {
    var searched = 0
    while true {
      if let end = buffer[searched...].firstRange(of: Array("\r\n\r\n".utf8)) {
        let head = String(decoding: buffer[..<end.lowerBound], as: UTF8.self)
        buffer.removeFirst(end.upperBound)
        return finish(head, hasBody)
      }
      searched = max(0, buffer.count - 3)
      guard fill() else { return nil }
    }
  }

  private func finish(_ head: String, _ hasBody: Bool) -> Answer? {
    let lines = head.split(separator: "\r\n")
    guard let status = lines.first?.split(separator: " ").dropFirst().first.flatMap({ Int($0) })
    else { return nil }
    let headers = lines.dropFirst().map { line in
      let parts = line.split(separator: ":", maxSplits: 1)
      return (name: parts[0].lowercased(), value: String(parts.last?.dropFirst() ?? ""))
    }
    var answer = Answer(status: status, headers: headers, body: [], isWhole: true)
    let length = hasBody ? answer.header("content-length").flatMap { Int($0) } ?? 0 : 0
    while buffer.count < length, fill() {}
    answer.isWhole = buffer.count >= length
    answer.body = Array(buffer.prefix(length))
    buffer.removeFirst(answer.body.count)
    return answer
  }

  /// Whether the other side has ended the connection; waits until something comes.
  func isEnded() -> Bool { buffer.isEmpty && !fill() }

  private func fill() -> Bool {
    var chunk = [UInt8](repeating: 0, count: 65_536)
    let count = recv(descriptor, &chunk, chunk.count, 0)
    guard count > 0 else { return false }
    buffer += chunk[..<count]
    return true
  }

  private static func connect(_ port: UInt16) -> Int32 {
    #if canImport(Glibc)
      let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #else
      let descriptor = socket(AF_INET, SOCK_STREAM, 0)
    #endif
    var limit = timeval(tv_sec: 20, tv_usec: 0)
    setsockopt(
      descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    withUnsafePointer(to: address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        _ = systemConnect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    return descriptor
  }
}

private func systemConnect(
  _ descriptor: Int32, _ address: UnsafePointer<sockaddr>, _ length: socklen_t
) -> Int32 { connect(descriptor, address, length) }

private func systemSend(
  _ descriptor: Int32, _ bytes: UnsafeRawBufferPointer, _ flags: Int32
) -> Int { send(descriptor, bytes.baseAddress, bytes.count, flags) }

/// A sandbox with few accounts, which start quickly, and the faults in `text`.
func makeSandbox(_ text: String = "", users: Int = 200) throws -> Sandbox {
  try Sandbox(Sandbox.Options(userCount: users, faults: Faults(parsing: text)))
}

/// The header of a caller with a token.
let token = ["Authorization": "Bearer good-token"]
