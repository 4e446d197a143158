import Explorer
import JSON

/// `initialize`: settings, position encoding and the parent's process id come in.
///
/// What the server can do goes out. No member is required.
enum Initialize {
  static let method = "initialize"

  static func handle(
    _ server: Server, _ params: Params
  ) throws(InvalidParams) -> HandlerOutcome {
    let processID = try params.optionalInt("processId", in: 1...Int(Int32.max))
    let general = try params.nested("capabilities").nested("general")
    let encodings = try general.optionalArray("positionEncodings") ?? []
    let options = try params.nested("initializationOptions")
    let trace = try params.optionalString("trace")
    let folders = try params.optionalArray("workspaceFolders") ?? []
    let (rootURI, rootPath) = (
      try params.optionalString("rootUri"), try params.optionalString("rootPath")
    )

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
    server.folders = WorkspaceFolders(
      named: folders.compactMap { $0["uri"]?.stringValue }
        + [rootURI ?? rootPath].compactMap { $0 },
      otherwise: server.settings.workspace)
    server.chooseWorkspace()
    server.start()
    return .now(result(server)) {
      server.refuse(faults)
      server.refuseEarlierSettings()
      if let processID { server.watchParent(Int32(processID)) }
    }
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
}

extension Server {
  /// Ends the session at the parent's end.
  ///
  /// An id that names nothing here was given by a process in another container, which lives.
  fileprivate func watchParent(_ processID: Int32) {
    guard let end = context.environment.processEnd(processID) else {
      return context.log(
        .warning, "processId \(processID) cannot be seen from here and is not watched")
    }
    let inbox = context.inbox
    parentWatch = context.environment.start {
      await end()
      if !Task.isCancelled { inbox.post(.parentDied) }
    }
  }

  /// Says which settings were refused, one message each.
  func refuse(_ faults: [SettingFault]) {
    for fault in faults {
      context.log(.warning, fault.message)
      context.show(Alerts.Message(severity: .warning, text: fault.message))
    }
  }

  /// Says which of the further sources are left out because of what is wrong with their settings.
  func refuseFaultySources() { refuse(context.environment.checkSources(settings)) }
}
