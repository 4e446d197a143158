import System

/// Writes answers as HTTP/1.1.
enum ResponseHead {
  /// The head of a response whose body has `length` bytes.
  static func head(_ response: Response, length: Int, now: Int, isLast: Bool) -> [UInt8] {
    var text = "HTTP/1.1 \(response.status) \(Response.reason(response.status))\r\n"
    text += "Date: \(CivilTime(secondsSince1970: now).httpDate)\r\nServer: sandbox\r\n"
    if response.status != 204, response.status != 304 {
      text += "Content-Type: \(response.contentType)\r\nContent-Length: \(length)\r\n"
    }
    for header in response.headers { text += "\(header.name): \(header.value)\r\n" }
    if isLast { text += "Connection: close\r\n" }
    return Array((text + "\r\n").utf8)
  }
}
