import System

/// Writes answers as HTTP/1.1.
enum AnswerBytes {
  /// The head of an answer whose body has `length` bytes.
  static func head(_ answer: Answer, length: Int, now: Int, isLast: Bool) -> [UInt8] {
    var text = "HTTP/1.1 \(answer.status) \(Answer.reason(answer.status))\r\n"
    text += "Date: \(CivilTime(secondsSince1970: now).httpDate)\r\nServer: sandbox\r\n"
    if answer.status != 204, answer.status != 304 {
      text += "Content-Type: \(answer.contentType)\r\nContent-Length: \(length)\r\n"
    }
    for header in answer.headers { text += "\(header.name): \(header.value)\r\n" }
    if isLast { text += "Connection: close\r\n" }
    return Array((text + "\r\n").utf8)
  }
}
