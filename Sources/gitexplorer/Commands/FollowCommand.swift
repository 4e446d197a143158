import JSON

/// `gitexplorer follow LOGIN` and `gitexplorer unfollow LOGIN`.
enum FollowCommand {
  static func run(_ options: Options, following: Bool) async throws(CommandError) -> ExitStatus {
    let login = options.arguments[0]
    let shot = try OneShot(options)
    defer { shot.wiring.shutdown() }
    let (verb, done) = following ? ("follow", "following") : ("unfollow", "no longer following")
    let result = try await shot.spinner.waiting(
      for: "asking GitHub to \(verb) \(login)"
    ) { () async throws(CommandError) in
      try await ServiceSession(shot).result(of: "user/\(verb)", ["login": .string(login)])
    }
    let name = result["login"]?.stringValue ?? login
    try Terminal.standardOutput.print("\(done) \(name.printable)\n")
    return .success
  }
}
