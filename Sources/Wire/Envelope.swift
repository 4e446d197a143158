import JSON

/// The members of a message that JSON-RPC knows, whatever they hold.
struct Envelope {
  private(set) var version: JSONValue?
  private(set) var id: JSONValue?
  private(set) var method: JSONValue?
  private(set) var params = RawParams.value(.null)
  /// What `params` is, where it is nothing that it may be.
  private(set) var badParams: String?
  private(set) var isAnswer = false

  init(_ object: JSONObject) {
    for (name, value) in object.members {
      switch name {
      case "jsonrpc": version = value
      case "id": id = value
      case "method": method = value
      case "params":
        params = .value(value)
        badParams = Envelope.fault(in: value)
      case "result", "error": isAnswer = true
      default: break
      }
    }
  }

  /// Reads a message without building its params; nil where the text is no object.
  init?(parsing body: [UInt8]) throws(JSONError) {
    var envelope = Envelope(JSONObject())
    let outcome = body.withUnsafeBytes { bytes -> Result<Bool, JSONError> in
      do throws(JSONError) {
        return .success(
          try JSONValue.outline(bytes) { name, range in
            envelope.take(name, UnsafeRawBufferPointer(rebasing: bytes[range]), range, of: body)
          })
      } catch {
        return .failure(error)
      }
    }
    guard try outcome.get() else { return nil }
    self = envelope
  }

  private mutating func take(
    _ name: UnsafeRawBufferPointer, _ text: UnsafeRawBufferPointer, _ range: Range<Int>,
    of body: [UInt8]
  ) {
    if areSame(name, "jsonrpc") {
      version = built(text)
    } else if areSame(name, "id") {
      id = built(text)
    } else if areSame(name, "method") {
      method = built(text)
    } else if areSame(name, "params") {
      let isContainer = text[0] == UInt8(ascii: "{") || text[0] == UInt8(ascii: "[")
      params = isContainer ? .text(body, range) : .value(.null)
      badParams = isContainer ? nil : Envelope.fault(in: built(text))
    } else if areSame(name, "result") || areSame(name, "error") {
      isAnswer = true
    }
  }

  /// The value of a text that was checked before.
  private func built(_ text: UnsafeRawBufferPointer) -> JSONValue {
    (try? JSONValue(parsing: text)) ?? .null
  }

  private static func fault(in params: JSONValue) -> String? {
    switch params {
    case .null, .object, .array: nil
    case .bool, .integer, .largeInteger, .number, .string: params.typeName
    }
  }
}
