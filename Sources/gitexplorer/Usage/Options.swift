/// The options and the operands of one call, checked against what the command takes.
struct Options {
  let command: Command
  private(set) var arguments: [String] = []
  private var values: [Option: String] = [:]

  init(_ words: [String], for command: Command) throws(CommandError) {
    self.command = command
    var rest = words[...]
    var takesOptions = true
    while let word = rest.popFirst() {
      if takesOptions, word == "--" {
        takesOptions = false
      } else if takesOptions, word.hasPrefix("-"), word != "-" {
        try takeOption(word, &rest)
      } else {
        arguments.append(word)
      }
    }
    guard !isSet(.help), !isSet(.version) else { return }
    try checkOperands()
  }

  private mutating func takeOption(
    _ word: String, _ rest: inout ArraySlice<String>
  ) throws(CommandError) {
    let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let option = try option(named: String(parts[0]))
    guard let expected = option.row.value else {
      guard parts.count == 1 else { throw .usage("\(option.name) takes no value") }
      values[option] = ""
      return
    }
    guard let value = parts.count == 2 ? String(parts[1]) : rest.popFirst() else {
      throw .usage("\(option.name) needs a value: \(expected.name)")
    }
    if case .words(let words) = expected.kind, !words.contains(value) {
      throw .usage("\(option.name) must be \(expected.name), but is `\(value)`")
    }
    values[option] = value
  }

  private func option(named name: String) throws(CommandError) -> Option {
    let options = command.options
    let known = options.first { option in
      option.name == name || option.row.letter.map { "-\($0)" } == name
    }
    guard let known else {
      let suggestion = options.map(\.name).suggestion(for: name)
      throw .usage(
        "unknown option \(name)"
          + (suggestion.isEmpty
            ? "; `gitexplorer \(command.name) --help` lists what there is" : suggestion))
    }
    return known
  }

  private func checkOperands() throws(CommandError) {
    let operands = command.row.operands
    if arguments.count < operands.count, !operands[arguments.count].isOptional {
      throw .usage("`gitexplorer \(command.name)` needs \(operands[arguments.count].name)")
    }
    if arguments.count > operands.count {
      throw .usage(
        "`\(arguments[operands.count])` is one argument too many; quote what has spaces in it")
    }
    for (operand, word) in zip(operands, arguments) {
      guard case .words(let words) = operand.kind, !words.contains(word) else { continue }
      throw .usage(
        "`gitexplorer \(command.name)` takes \(operand.name), not `\(word)`"
          + words.suggestion(for: word))
    }
  }

  /// These options and a flag.
  func setting(_ flag: Option) -> Options {
    var options = self
    options.values[flag] = ""
    return options
  }

  func isSet(_ option: Option) -> Bool { values[option] != nil }

  subscript(option: Option) -> String? { values[option] }

  func int(_ option: Option, in range: ClosedRange<Int>) throws(CommandError) -> Int? {
    guard let text = values[option] else { return nil }
    guard let number = Int(text), range.contains(number) else {
      throw .usage(
        "\(option.name) must be a whole number from \(range.lowerBound) to \(range.upperBound), "
          + "but is `\(text)`")
    }
    return number
  }

  /// The value as one of the words that the option takes.
  func word<Word: RawRepresentable>(
    _ option: Option, as: Word.Type
  ) -> Word? where Word.RawValue == String {
    values[option].flatMap(Word.init)
  }
}

extension Command {
  /// What it takes, in the order of the help.
  var options: [Option] { row.options + Option.common }
}
