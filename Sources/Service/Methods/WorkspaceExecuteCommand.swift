import Explorer
import JSON

/// `workspace/executeCommand` (LSP 3.17): follows or unfollows, and shows what came of it.
///
/// The first argument is a login, or has the member `login`. A failure is the answer, and is not shown
/// besides.
enum WorkspaceExecuteCommand {
  static let method = "workspace/executeCommand"

  static func handle(
    _ server: Server, _ params: Params
  ) throws(InvalidParams) -> HandlerOutcome {
    let name = try params.string("command")
    guard let command = FollowCommand(rawValue: name) else {
      throw InvalidParams(
        member: "command",
        expected: "`\(FollowCommand.follow.rawValue)` or `\(FollowCommand.unfollow.rawValue)`",
        found: "another")
    }
    let argument = try params.optionalArray("arguments")?.first ?? .null
    var login = JSONObject()
    login["login"] = argument.stringValue == nil ? argument["login"] : argument
    return try server.setFollowing(
      command == .follow, Params(.object(login), path: "arguments"), isCommand: true)
  }
}
