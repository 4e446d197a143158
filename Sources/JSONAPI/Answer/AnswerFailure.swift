import Catalog
import JSON

/// What says in an answer with a good status that it is an error, or that there is nothing.
struct AnswerFailure {
  private let root: JSONValue
  private let hasItems: Bool
  private let hasList: Bool

  /// - Parameter list: what was found where the items should be.
  init(_ list: RecordList) {
    (root, hasItems, hasList) = (list.root, !list.records.isEmpty, list.problem == nil)
  }

  /// What says what is wrong, as a text or as something with one in it; nil where nothing is.
  ///
  /// `ok` and `success` count always; errors and result codes count only where there are no items,
  /// since many are a remark beside them.
  ///
  /// - Parameter said: what stands where the settings say that errors do.
  func words(said: JSONValue?) -> JSONValue? {
    if let said, Self.saysSomething(said) { return said.hasWords ? said : root }
    if root["ok"] == false || root["success"] == false { return root }
    guard !hasItems else { return nil }
    if let errors = root["errors"], Self.saysSomething(errors) { return root }
    if let code = resultCode, !Self.goodCodes.contains(code), !isNoData { return root }
    guard !hasList else { return nil }
    if let error = root["error"], Self.saysSomething(error) { return root }
    return ["error", "fail", "failed"].contains(root["status"]?.stringValue) ? root : nil
  }

  /// Whether a result code says that nothing was found (`03` of data.go.kr).
  var isNoData: Bool { resultCode == "3" }

  // MARK: result codes

  private static let codeNames = ["resultCode", "result_code", "return_code"]
  private static let goodCodes: Set<String> = ["", "200", "ok", "success"]

  /// Without the zeros that it begins with.
  private var resultCode: String? {
    let places = [root["response"]?["header"], root["header"], root["response"], root]
    let code = places.lazy.compactMap { place in
      Self.codeNames.lazy.compactMap { place?[$0]?.readableText }.first
    }.first
    return code.map { String($0.drop { $0 == "0" }).lowercased() }
  }

  private static func saysSomething(_ value: JSONValue) -> Bool {
    switch value {
    case .null, .bool(false): false
    case .array(let elements): !elements.isEmpty
    case .object(let object): !object.members.isEmpty
    default: !["", "0"].contains(value.readableText ?? "")
    }
  }
}

extension JSONValue {
  /// Whether it may say more than that there is something.
  fileprivate var hasWords: Bool {
    switch self {
    case .string, .brokenString, .array, .object: true
    case .null, .bool, .integer, .largeInteger, .number: false
    }
  }
}
