/// Somebody who is named in a line: by a mention, a profile's address, or a mail address.
package struct Reference: Sendable, Equatable {
  package enum Target: Sendable, Equatable {
    case login(String)
    case team(organization: String, slug: String)
    /// `https://HOST/login`
    case profile(host: String, login: String)
    case mail(String)
  }

  package var target: Target
  /// Bytes of the line, the `@` or the brackets' content included.
  package var range: Range<Int>
}

extension Scanner {
  /// Everybody whom a line names, from left to right.
  package func references(
    in line: String, isInCodeBlock: Bool = false
  ) -> [Reference] {
    if isInCodeBlock { return [] }
    var first = 0
    let view = Substring(line).utf8
    if case .program(let marks) = kind {
      guard let comment = marks.commentStart(in: view) else { return [] }
      first = comment.start
    }
    var found: [Reference] = []
    let bytes = Array(line.utf8)
    var index = first
    while index < bytes.count {
      let reference: Reference? =
        switch bytes[index] {
        case UInt8(ascii: "@"): mention(bytes, at: index) ?? mail(bytes, at: index)
        case UInt8(ascii: ":"): profile(bytes, at: index)
        default: nil
        }
      if let reference,
        found.last.map({ $0.range.upperBound <= reference.range.lowerBound }) ?? true,
        !isCode(view, at: reference.range.lowerBound), !isOwn(reference, bytes)
      {
        found.append(reference)
        index = max(index + 1, reference.range.upperBound)
      } else {
        index += 1
      }
    }
    return found
  }

  private func isCode(_ view: Substring.UTF8View, at offset: Int) -> Bool {
    kind == .markdown && isInCodeSpan(view.prefix(offset))
  }

  /// Whether a program's comment writes that `@` for programs.
  private func isOwn(_ reference: Reference, _ bytes: [UInt8]) -> Bool {
    guard case .program(let marks) = kind else { return false }
    switch reference.target {
    case .login, .team: return marks.isOwn(bytes, sign: reference.range.lowerBound)
    case .profile, .mail: return false
    }
  }

  private func mention(_ bytes: [UInt8], at sign: Int) -> Reference? {
    guard Handle.mayPrecede(bytes[..<sign]) else { return nil }
    var end = nameEnd(bytes, from: sign + 1)
    let name = String(decoding: bytes[sign + 1..<end], as: UTF8.self)
    guard Handle.isLogin(name) else { return nil }
    if end < bytes.count, bytes[end] == UInt8(ascii: "/") {
      let slugEnd = nameEnd(bytes, from: end + 1)
      let slug = String(decoding: bytes[end + 1..<slugEnd], as: UTF8.self)
      guard Handle.isLogin(slug) else { return nil }
      return Reference(
        target: .team(organization: name, slug: slug), range: sign..<slugEnd)
    }
    if bytes[end...].starts(with: "[bot]".utf8) { end += 5 }
    let login = String(decoding: bytes[sign + 1..<end], as: UTF8.self)
    return Reference(target: .login(login), range: sign..<end)
  }

  private func nameEnd(_ bytes: [UInt8], from start: Int) -> Int {
    var end = start
    while end < bytes.count, Handle.isNameByte(bytes[end]) { end += 1 }
    while end > start, !bytes[end - 1].isLetterOrDigit { end -= 1 }
    return end
  }

  /// An address around the `@`.
  private func mail(_ bytes: [UInt8], at sign: Int) -> Reference? {
    func isLocal(_ byte: UInt8) -> Bool {
      byte >= 0x80 || byte.isLetterOrDigit || "!#$%&'*+-/=?^_{|}~.[]".utf8.contains(byte)
    }
    var start = sign
    while start > 0, isLocal(bytes[start - 1]) { start -= 1 }
    var end = sign + 1
    while end < bytes.count, bytes[end].isLetterOrDigit || "-.".utf8.contains(bytes[end]) {
      end += 1
    }
    while end > sign, !bytes[end - 1].isLetterOrDigit { end -= 1 }
    guard start < sign, end > sign + 1, bytes[sign + 1..<end].contains(UInt8(ascii: ".")) else {
      return nil
    }
    return Reference(
      target: .mail(String(decoding: bytes[start..<end], as: UTF8.self)), range: start..<end)
  }

  /// `https://HOST/login` around the colon; nil where the path is longer.
  private func profile(_ bytes: [UInt8], at colon: Int) -> Reference? {
    guard bytes[colon...].starts(with: "://".utf8) else { return nil }
    for scheme in ["https", "http"]
    where bytes[..<colon].suffix(scheme.utf8.count).elementsEqual(scheme.utf8) {
      let hostStart = colon + 3
      var hostEnd = hostStart
      while hostEnd < bytes.count,
        bytes[hostEnd].isLetterOrDigit || "-.:".utf8.contains(bytes[hostEnd])
      {
        hostEnd += 1
      }
      guard hostEnd > hostStart, hostEnd < bytes.count, bytes[hostEnd] == UInt8(ascii: "/") else {
        return nil
      }
      var end = nameEnd(bytes, from: hostEnd + 1)
      let login = String(decoding: bytes[hostEnd + 1..<end], as: UTF8.self)
      guard Handle.isLogin(login) else { return nil }
      if end < bytes.count, bytes[end] == UInt8(ascii: "/") { end += 1 }
      if end < bytes.count, bytes[end].isLetterOrDigit || "/_%?#-".utf8.contains(bytes[end]) {
        return nil
      }
      let host = String(decoding: bytes[hostStart..<hostEnd], as: UTF8.self)
      return Reference(
        target: .profile(host: host.lowercased(), login: login),
        range: colon - scheme.utf8.count..<end)
    }
    return nil
  }
}
