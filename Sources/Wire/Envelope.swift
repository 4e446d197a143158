import JSON

/// The version as everybody writes it.
private let versionText = Array("\"2.0\"".utf8)

/// Where the members of a message lie that JSON-RPC knows, whatever they hold.
struct Envelope {
  private var version: Range<Int>?
  private var id: Range<Int>?
  private var method: Range<Int>?
  private var params: Range<Int>?
  private var isAnswer = false

  /// Takes a member; of those that share a name the last counts.
  mutating func take(_ name: UnsafeRawBufferPointer, _ value: Range<Int>) {
    if areSame(name, "jsonrpc") {
      version = value
    } else if areSame(name, "id") {
      id = value
    } else if areSame(name, "method") {
      method = value
    } else if areSame(name, "params") {
      params = value
    } else if areSame(name, "result") || areSame(name, "error") {
      isAnswer = true
    }
  }

  /// The message, read from the text that was outlined.
  ///
  /// - Parameter offset: where in `body` the text begins.
  func message(in body: [UInt8], at offset: Int) throws(InvalidMessage) -> Message {
    if method == nil, isAnswer { return .response }
    func value(_ range: Range<Int>) -> JSONValue {
      (try? JSONValue(parsing: body[range.lowerBound + offset..<range.upperBound + offset]))
        ?? .null
    }

    func isTwo(_ range: Range<Int>) -> Bool {
      body[range.lowerBound + offset..<range.upperBound + offset].elementsEqual(versionText)
    }

    var requestID: RequestID?
    if let id {
      let given = value(id)
      requestID = RequestID(given)
      guard requestID != nil else {
        throw InvalidMessage(id: nil, reason: .badID(found: given.typeName))
      }
    }
    guard let version, isTwo(version) || value(version) == "2.0" else {
      throw InvalidMessage(id: requestID, reason: .badVersion)
    }
    guard let method, case .string(let name) = value(method) else {
      throw InvalidMessage(id: requestID, reason: .badMethod)
    }
    let rawParams = try rawParams(in: body, at: offset, requestID, value)
    guard let requestID else {
      return .notification(Message.Notification(method: name, rawParams: rawParams))
    }
    return .request(Message.Request(id: requestID, method: name, rawParams: rawParams))
  }

  private func rawParams(
    in body: [UInt8], at offset: Int, _ id: RequestID?, _ value: (Range<Int>) -> JSONValue
  ) throws(InvalidMessage) -> RawParams {
    guard let params else { return .absent }
    let first = body[params.lowerBound + offset]
    guard first != UInt8(ascii: "{"), first != UInt8(ascii: "[") else {
      return .text(body, params.lowerBound + offset..<params.upperBound + offset)
    }
    let given = value(params)
    guard given.isNull else {
      throw InvalidMessage(id: id, reason: .badParams(found: given.typeName))
    }
    return .absent
  }
}
