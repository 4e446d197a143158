/// Returns a link that reads as `label`, whatever characters that has.
func markdownLink(_ label: String, to url: String) -> String {
  var text = ""
  for character in label {
    if "\\`*_[]<>".contains(character) { text.append("\\") }
    text.append(character)
  }
  return "[\(text)](\(escapedDestination(url)))"
}

private func escapedDestination(_ url: String) -> String {
  url.reduce(into: "") { result, character in
    switch character {
    case "(": result += "%28"
    case ")": result += "%29"
    case "<": result += "%3C"
    case ">": result += "%3E"
    case "\\": result += "%5C"
    default: result.append(character)
    }
  }
}
