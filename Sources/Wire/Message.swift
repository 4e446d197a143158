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
    /// `null` where absent.
    package var params: JSONValue
  }

  package struct Notification: Sendable {
    package var method: String
    /// `null` where absent.
    package var params: JSONValue
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

extension MessageBody {
  package init(_ frame: Frame) {
    switch frame {
    case .fault(let fault): self = .unreadable(.frame(fault))
    case .body(let bytes):
      do throws(JSONError) {
        self = MessageBody(try JSONValue(parsing: bytes))
      } catch {
        self = .unreadable(.json(error))
      }
    }
  }

  private init(_ value: JSONValue) {
    guard case .array(let elements) = value else {
      self = .single(Message(value))
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
  package init(_ value: JSONValue) {
    do throws(InvalidMessage) {
      self = try Message.read(value)
    } catch {
      self = .invalid(error)
    }
  }

  private static func read(_ value: JSONValue) throws(InvalidMessage) -> Message {
    guard case .object(let object) = value else {
      throw InvalidMessage(id: nil, reason: .notAnObject(found: value.typeName))
    }
    let parts = Parts(object)
    if parts.method == nil, parts.isAnswer { return .response }

    var id: RequestID?
    if let given = parts.id {
      id = RequestID(given)
      guard id != nil else {
        throw InvalidMessage(id: nil, reason: .badID(found: given.typeName))
      }
    }
    guard parts.isVersion2 else { throw InvalidMessage(id: id, reason: .badVersion) }
    guard case .string(let name) = parts.method else {
      throw InvalidMessage(id: id, reason: .badMethod)
    }
    let params = parts.params
    switch params {
    case .null, .object, .array: break
    case .bool, .integer, .largeInteger, .number, .string:
      throw InvalidMessage(id: id, reason: .badParams(found: params.typeName))
    }
    guard let id else { return .notification(Notification(method: name, params: params)) }
    return .request(Request(id: id, method: name, params: params))
  }
}

/// The members of a message that count, found in one pass.
private struct Parts {
  var id: JSONValue?
  var method: JSONValue?
  var params = JSONValue.null
  var isVersion2 = false
  var isAnswer = false

  init(_ object: JSONObject) {
    for (key, value) in object.members {
      switch key {
      case "jsonrpc": if case .string("2.0") = value { isVersion2 = true }
      case "id": id = value
      case "method": method = value
      case "params": params = value
      case "result", "error": isAnswer = true
      default: break
      }
    }
  }
}
