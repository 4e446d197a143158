import Explorer
import JSON

/// `gitexplorer avatar LOGIN`: the path of a file that holds the picture of an account.
enum AvatarCommand {
  static func run(_ options: Options) async throws(CommandError) -> ExitStatus {
    let login = options.arguments[0]
    let size = try options.int(.size, in: Avatar.sizes)
    let shot = try OneShot(options)
    defer { shot.wiring.shutdown() }
    var params = JSONObject()
    params["login"] = .string(login)
    params["size"] = size.map { JSONValue($0) }
    let result = try await shot.spinner.waiting(
      for: "asking for the avatar of \(login)"
    ) { () async throws(CommandError) in
      try await ServiceSession(shot).result(of: "user/avatar", .object(params))
    }
    let output = Terminal.standardOutput
    let path = result["path"]?.stringValue ?? ""
    try output.print(
      options.isSet(.json)
        ? String(decoding: result.jsonBytes, as: UTF8.self).printableJSON + "\n"
        : "\(path.printable)\n")
    return .success
  }
}
