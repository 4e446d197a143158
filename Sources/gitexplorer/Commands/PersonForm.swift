import Explorer

/// The forms in which a person is printed to be pasted, instead of a table.
enum PersonForm {
  case mention
  case coAuthor
  case trailer(key: String)

  /// Nil where no option asks for one.
  init?(_ options: Options) {
    if options.isSet(.mention) {
      self = .mention
    } else if options.isSet(.coAuthor) {
      self = .coAuthor
    } else if let key = options[.trailer] {
      self = .trailer(key: key)
    } else {
      return nil
    }
  }

  /// In words for people, behind an article where there is one.
  var name: String {
    switch self {
    case .mention: "a login"
    case .coAuthor, .trailer: "an address"
    }
  }

  /// One line; nil where the person lacks what it takes.
  func line(_ item: Item) -> String? {
    switch self {
    case .mention: item.data["mention"]?.stringValue
    case .coAuthor: item.data["coAuthor"]?.stringValue
    case .trailer(let key): signature(item).map { "\(key): \($0)" }
    }
  }

  private func signature(_ item: Item) -> String? {
    let trailer = "Co-authored-by: "
    return item.data["signature"]?.stringValue
      ?? item.data["coAuthor"]?.stringValue.map { String($0.dropFirst(trailer.count)) }
  }
}
