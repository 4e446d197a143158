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
    package var params: JSONValue { rawParams.value }
  }

  package struct Notification: Sendable {
    package var method: String
    let rawParams: RawParams

    /// `null` where absent.
    package var params: JSONValue { rawParams.value }
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

/// The value of `params`, checked but not built before somebody wants it: an unknown method's never
/// is, and the thread that reads builds nothing that another one must take apart.
enum RawParams: Sendable {
  case value(JSONValue)
  case text([UInt8], Range<Int>)

  var value: JSONValue {
    switch self {
    case .value(let value): value
    case .text(let bytes, let range): (try? JSONValue(parsing: bytes[range])) ?? .null
    }
  }
}

extension MessageBody {
  package init(_ frame: Frame) {
    switch frame {
    case .fault(let fault): self = .unreadable(.frame(fault))
    case .body(let bytes):
      do throws(JSONError) {
        if let envelope = try Envelope(parsing: bytes) {
          self = .single(Message(envelope))
        } else {
          self = MessageBody(try JSONValue(parsing: bytes))
        }
      } catch {
        self = .unreadable(.json(error))
      }
    }
  }

  private init(_ value: JSONValue) {
    guard case .array(let elements) = value else {
      let reason = InvalidMessage.Reason.notAnObject(found: value.typeName)
      self = .single(.invalid(InvalidMessage(id: nil, reason: reason)))
      return
    }
    guard !elements.isEmpty else {
      self = .single(.invalid(InvalidMessage(id: nil, reason: .emptyBatch)))
      return
    }
    self = .batch(elements.map(Message.init))
  }
}

extension Message {
  /// One element of a batch.
  fileprivate init(_ value: JSONValue) {
    guard case .object(let object) = value else {
      let reason = InvalidMessage.Reason.notAnObject(found: value.typeName)
      self = .invalid(InvalidMessage(id: nil, reason: reason))
      return
    }
    self = Message(Envelope(object))
  }

  fileprivate init(_ envelope: Envelope) {
    do throws(InvalidMessage) {
      self = try Message.read(envelope)
    } catch {
      self = .invalid(error)
    }
  }

  private static func read(_ envelope: Envelope) throws(InvalidMessage) -> Message {
    if envelope.method == nil, envelope.isAnswer { return .response }
    var id: RequestID?
    if let given = envelope.id {
      id = RequestID(given)
      guard id != nil else {
        throw InvalidMessage(id: nil, reason: .badID(found: given.typeName))
      }
    }
    guard envelope.version == .string("2.0") else {
      throw InvalidMessage(id: id, reason: .badVersion)
    }
    guard case .string(let name) = envelope.method else {
      throw InvalidMessage(id: id, reason: .badMethod)
    }
    if let found = envelope.badParams {
      throw InvalidMessage(id: id, reason: .badParams(found: found))
    }
    guard let id else { return .notification(Notification(method: name, rawParams: envelope.params)) }
    return .request(Request(id: id, method: name, rawParams: envelope.params))
  }
}
