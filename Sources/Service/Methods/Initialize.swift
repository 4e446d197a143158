import Explorer
import JSON

/// `initialize`: settings, position encoding and the parent's process id come in.
///
/// What the server can do goes out. No member is required.
enum Initialize {
  static let method = "initialize"
  private static let parentCheckInterval: Duration = .seconds(2)

  static func handle(
    _ server: Server, _ params: Params, _ call: RequestCall
  ) throws(InvalidParams) {
    let processID = try params.optionalInt("processId", in: 1...Int(Int32.max))
    let general = try params.nested("capabilities").nested("general")
    let encodings = try general.optionalArray("positionEncodings") ?? []
    let options = try params.nested("initializationOptions")
    let trace = try params.optionalString("trace")

    server.context.encoding = .negotiated(encodings.compactMap(\.stringValue))
    server.context.trace = trace.flatMap(Trace.init(rawValue:)) ?? .off
    if server.context.framing == .headers,
      let client = LanguageClient(try params.nested("capabilities").json)
    {
      server.language = LanguageService(client, server: server.context)
      if !client.wantsOwnNotifications {
        server.context.unwantedNotifications = ["user/followChanged", "$/progress"]
      }
    }
    let faults = server.settings.apply(options.json)
    server.start()
    call.reply.send(result(server))
    server.refuse(faults)
    server.refuseEarlierSettings()
    if let processID { server.parentWatch = watch(Int32(processID), server) }
  }

  private static func result(_ server: Server) -> JSONValue {
    let sections = ProfilePart.Section.allCases.map { JSONValue.string($0.rawValue) }
    var capabilities = JSONObject()
    capabilities["protocolVersion"] = "1.0"
    capabilities["positionEncoding"] = .string(server.context.encoding.rawValue)
    capabilities["sources"] = .array(server.sources.map(\.descriptor.json))
    capabilities["search"] = ["incremental": true, "submit": true]
    capabilities["profile"] = ["sections": .array(sections)]
    for (name, value) in server.language?.client.serverCapabilities ?? [] {
      capabilities[name] = value
    }
    return [
      "serverInfo": [
        "name": "gitexplorer", "version": .string(server.context.environment.version),
      ],
      "capabilities": .object(capabilities),
    ]
  }

  /// Ends the session within 5 s of the parent's end.
  private static func watch(_ processID: Int32, _ server: Server) -> Task<Void, Never> {
    let (environment, inbox) = (server.context.environment, server.context.inbox)
    return environment.start {
      while !Task.isCancelled {
        guard environment.isProcessAlive(processID) else { return inbox.post(.parentDied) }
        await environment.sleep(environment.now() + parentCheckInterval)
      }
    }
  }
}

extension Server {
  /// Says which settings were refused, one message each.
  func refuse(_ faults: [SettingFault]) {
    for fault in faults {
      context.log(.warning, fault.message)
      context.show(Alerts.Message(severity: .warning, text: fault.message))
    }
  }
}
