import JSON

/// What one message body asks for (JSON-RPC 2.0).
package enum Message: Sendable {
  case request(Request)
  case notification(Notification)
  /// An answer to something that was never asked; nothing follows from it.
  case response
  case invalid(InvalidMessage)

  package struct Request: Sendable {
    package var id: RequestID
    package var method: String
    let rawParams: RawParams

    /// `null` where absent.
    package var params: JSONValue { rawParams.value(.repaired) }
  }

  package struct Notification: Sendable {
    package var method: String
    let rawParams: RawParams

    /// `null` where absent.
    package func params(_ brokenStrings: BrokenStrings) -> JSONValue {
      rawParams.value(brokenStrings)
    }
  }
}

/// What a body holds: one message, an array of them, or nothing that can be read.
package enum MessageBody: Sendable {
  case single(Message)
  /// Never empty.
  case batch([Message])
  case unreadable(UnreadableBody)
}

package enum UnreadableBody: Error, Sendable {
  case frame(FrameFault)
  case json(JSONError)
}

/// JSON that is no request; carries the id where it could be read.
package struct InvalidMessage: Error, Sendable {
  package enum Reason: Sendable {
    case notAnObject(found: String)
    case emptyBatch
    case badVersion
    case badID(found: String)
    case badMethod
    case badParams(found: String)
  }

  package var id: RequestID?
  package var reason: Reason
}

/// The text of `params`, checked but not built before somebody wants it: an unknown method's never
/// is, and the thread that reads builds nothing that another one must take apart.
enum RawParams: Sendable {
  case absent
  case text([UInt8], Range<Int>)

  func value(_ brokenStrings: BrokenStrings) -> JSONValue {
    switch self {
    case .absent: .null
    case .text(let bytes, let range):
      (try? JSONValue(parsing: bytes[range], brokenStrings: brokenStrings)) ?? .null
    }
  }
}

extension MessageBody {
  package init(_ frame: Frame) {
    switch frame {
    case .fault(let fault): self = .unreadable(.frame(fault))
    case .body(let bytes): self = MessageBody(bytes)
    }
  }

  private init(_ body: [UInt8]) {
    var envelope = Envelope()
    let outline = body.withUnsafeBytes { JSONOutline.result(of: $0) { envelope.take($0, $1) } }
    switch outline {
    case .failure(let error): self = .unreadable(isUTF16(body) ? .frame(.utf16) : .json(error))
    case .success(.object): self = .single(Message(envelope, in: body, at: 0))
    case .success(.array(let elements)) where elements.isEmpty:
      self = .single(.invalid(InvalidMessage(id: nil, reason: .emptyBatch)))
    case .success(.array(let elements)): self = .batch(elements.map { Message(in: body, $0) })
    case .success(.other): self = .single(Message(in: body, 0..<body.count))
    }
  }
}

extension Message {
  /// What lies in a range of a body that was checked.
  fileprivate init(in body: [UInt8], _ range: Range<Int>) {
    var envelope = Envelope()
    let outline = body[range].withUnsafeBytes {
      JSONOutline.result(of: $0) { envelope.take($0, $1) }
    }
    guard case .success(.object) = outline else {
      let found = (try? JSONValue(parsing: body[range]))?.typeName ?? "nothing"
      self = .invalid(InvalidMessage(id: nil, reason: .notAnObject(found: found)))
      return
    }
    self = Message(envelope, in: body, at: range.lowerBound)
  }

  fileprivate init(_ envelope: Envelope, in body: [UInt8], at offset: Int) {
    do throws(InvalidMessage) {
      self = try envelope.message(in: body, at: offset)
    } catch {
      self = .invalid(error)
    }
  }
}

extension JSONOutline {
  /// The same where an error cannot be thrown.
  fileprivate static func result(
    of bytes: UnsafeRawBufferPointer,
    member: (_ name: UnsafeRawBufferPointer, _ value: Range<Int>) -> Void
  ) -> Result<JSONOutline, JSONError> {
    do throws(JSONError) {
      return .success(try JSONOutline(of: bytes, member: member))
    } catch {
      return .failure(error)
    }
  }
}
