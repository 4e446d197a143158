import JSON

/// `gitexplorer follow LOGIN` and `gitexplorer unfollow LOGIN`.
enum FollowCommand {
  static func run(_ options: Options, following: Bool) async throws(CommandError) -> ExitStatus {
    let login = options.arguments[0]
    let method = following ? "user/follow" : "user/unfollow"
    let answer = try await ServiceCall.answer(to: method, ["login": .string(login)], options)
    let name = answer["login"]?.stringValue ?? login
    try Terminal.standardOutput.print(
      "\(following ? "following" : "no longer following") \(name.printable)\n")
    return .success
  }
}
