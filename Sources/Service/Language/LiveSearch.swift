import Explorer

/// A live search for whoever wants its results inside the service.
final class LiveSearch {
  let source: any Source
  let settings: SearchSettings
  /// Changes with each new beginning, so that nothing of an old one is taken for an answer.
  private(set) var serial: Int
  private var runner: SearchRunner
  private let server: ServerContext
  private let work: @Sendable (_ serial: Int, SearchEvent) -> LoopWork.Work
  private var query = ""
  private var version = 0

  /// - Parameter work: how what comes back is named in the inbox.
  init(
    _ source: any Source, _ settings: SearchSettings, server: ServerContext,
    work: @escaping @Sendable (_ serial: Int, SearchEvent) -> LoopWork.Work
  ) {
    self.source = source
    self.settings = settings
    self.server = server
    self.work = work
    let serial = server.nextSerial()
    self.serial = serial
    runner = SearchRunner(source, settings, server: server) { work(serial, $0) }
  }

  /// Takes a new text; what is under way for another one ends at once.
  func edit(_ text: String) -> [SearchPublication] {
    if text != query, runner.isBusy { reset() }
    query = text
    version += 1
    return handle(.edited(text: text, version: version))
  }

  /// Takes one event and returns what is to be told, in order.
  func handle(_ event: SearchEvent) -> [SearchPublication] { runner.handle(event) }

  /// Ends what is under way, and begins anew.
  func reset() {
    close()
    serial = server.nextSerial()
    runner = SearchRunner(source, settings, server: server) { [work, serial] in work(serial, $0) }
  }

  func close() { runner.close() }
}
