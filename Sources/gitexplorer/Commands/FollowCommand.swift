import Explorer
import Service

/// `gitexplorer follow LOGIN` and `gitexplorer unfollow LOGIN`.
enum FollowCommand {
  static func run(_ options: Options, following: Bool) async throws(CommandError) -> Int32 {
    let settings = try ConfigFile.settings(options)
    let shot = try OneShot(options)
    defer { shot.wiring.shutdown() }
    let source = try shot.source(named: nil, settings)
    let login = options.arguments[0]
    try await shot.attempt(.follow(login: login), of: source, settings) {
      timeout throws(SourceError) in
      try await source.setFollowing(login, to: following, timeout: timeout)
    }
    Terminal.standardOutput.write("\(following ? "following" : "no longer following") \(login)\n")
    return 0
  }
}
