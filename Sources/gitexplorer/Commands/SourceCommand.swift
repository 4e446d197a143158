/// `gitexplorer source guess PATH|URL` and `gitexplorer source check [ID]`.
enum SourceCommand {
  enum Action: String, CaseIterable { case guess, check }

  static func run(_ options: Options) async throws(CommandError) -> ExitStatus {
    let operand = options.arguments.dropFirst().first
    switch Action(rawValue: options.arguments[0]) {
    case .check?: return try await SourceCheck.run(options, id: operand)
    case .guess?, nil:
      guard let operand else {
        throw .usage("`gitexplorer source guess` needs the path of a file, or a URL")
      }
      return try await SourceGuess.run(options, of: operand)
    }
  }
}
