import JSON
import Wire

// How a message finds its method, and what is answered where it finds none.

extension Server {
  /// Takes what one frame held.
  func receive(_ body: MessageBody) {
    switch body {
    case .single(let message): receive(message, in: nil)
    case .batch(let messages):
      let batch = BatchReply(server: context)
      for message in messages where end == nil { receive(message, in: batch) }
      batch.seal()
    case .unreadable(let fault):
      context.log(.warning, "unreadable message: \(ErrorReport(fault).message)")
      Reply(id: nil, server: context, batch: nil).send(ErrorReport(fault))
    }
  }

  private func receive(_ message: Message, in batch: BatchReply?) {
    switch message {
    case .response: break
    case .invalid(let invalid):
      Reply(id: invalid.id, server: context, batch: batch).send(ErrorReport(invalid))
    case .request(let request):
      startWithoutHandshake(before: request.method)
      context.traceReceived("request", request.method, request.params)
      let reply = Reply(id: request.id, server: context, batch: batch)
      if let refusal = refusal(of: request) { return reply.send(refusal) }
      answer(request, reply)
    case .notification(let notification):
      startWithoutHandshake(before: notification.method)
      context.traceReceived("notification", notification.method, notification.params(.repaired))
      take(notification)
    }
  }

  /// With line framing the handshake is optional.
  private func startWithoutHandshake(before method: String) {
    guard context.framing == .lines, lifecycle.state == .uninitialized, method != Initialize.method
    else { return }
    start()
    refuseEarlierSettings()
  }

  /// Builds the sources; from here on requests are taken.
  func start() {
    lifecycle.state = .running
    sources = context.environment.sharedSources(settings)
  }

  private func refusal(of request: Message.Request) -> ErrorReport? {
    if inFlight.contains(request.id) { return .idInUse }
    switch lifecycle.state {
    case .uninitialized: return request.method == Initialize.method ? nil : .notInitialized
    case .running: return request.method == Initialize.method ? .alreadyInitialized : nil
    case .shutDown: return .shutDown
    }
  }

  private func answer(_ request: Message.Request, _ reply: Reply) {
    switch Router.route(of: request.method, for: language) {
    case .request(let handle)?:
      let key = RequestKey(id: request.id, serial: context.nextSerial())
      do throws(InvalidParams) {
        answer(reply, key, with: try handle.run(self, try Params(request.params)))
      } catch {
        reply.send(ErrorReport(error))
      }
    case .notification?: reply.send(.notARequest(request.method))
    case nil: reply.answer(.failure(refusal(ofUnknown: request.method)))
    }
  }

  private func answer(_ reply: Reply, _ key: RequestKey, with outcome: HandlerOutcome) {
    switch outcome {
    case .now(let result, let then):
      reply.send(result)
      then()
    case .fails(let error): reply.send(error)
    case .later(let work): inFlight.begin(work, for: key, reply)
    }
  }

  /// The answer to a method that does not exist; made once, since who asks once asks again.
  private func refusal(ofUnknown method: String) -> RPCError {
    if let known = unknownRequests[method] { return known }
    if unknownRequests.count >= 100 { unknownRequests = [:] }
    let refusal = ErrorReport.methodNotFound(method).rpc
      .redacted(by: context.environment.redactor)
    unknownRequests[method] = refusal
    return refusal
  }

  private func take(_ notification: Message.Notification) {
    guard lifecycle.state == .running || notification.method == Exit.method else { return }
    switch Router.route(of: notification.method, for: language) {
    case .notification(let handle)?:
      do throws(InvalidParams) {
        try handle.run(self, try Params(notification.params(handle.brokenStrings)))
      } catch {
        context.log(.warning, "\(notification.method) was dropped: \(ErrorReport(error).message)")
      }
    case .request?:
      context.log(.info, "\(notification.method) was dropped: it is a request and has no id")
    case nil: logUnknown(notification.method)
    }
  }

  /// Once for each method; those that begin `$/` may be ignored silently (LSP 3.17).
  private func logUnknown(_ method: String) {
    guard !method.hasPrefix("$/"), unknownMethods.count < 1000,
      unknownMethods.insert(String(method.prefix(200))).inserted
    else { return }
    context.log(.warning, "unknown notification \(method.prefix(200)) was dropped")
  }
}
