import Explorer

/// What the protocol says of a live search, as plainly as it can be said.
///
/// Told apart from the core on purpose: it has no generations, no alarms and no effects, only the
/// table of the protocol. It says what must have happened in the lines of `SearchDriver`.
struct ContractModel {
  struct Flight {
    /// The number of the request, counted from 0 in the order of asking; nil while a retry waits.
    var number: Int?
    var query: Query
    var version: Int
    var used = 0
    var retryAt: Duration?
  }

  struct List {
    var query: Query
    var version: Int
    var ids: Set<String>
    var page: Int
    var hasMore: Bool
  }

  let settings: SearchSettings
  private var query = Query("")
  private var version = 0
  private var firstEdit: Duration?
  private(set) var due: Duration?
  /// The last that passed and neither failed nor was cancelled.
  private var last: Query?
  private(set) var flight: Flight?
  private var list: List?
  private var asked = 0
  private var isClosed = false
  private var lines: [String] = []

  init(_ settings: SearchSettings) { self.settings = settings }

  typealias Memory = (Query) -> (page: Page, age: Duration)?

  /// When something happens by itself.
  var nextTime: Duration? { isClosed ? nil : [due, flight?.retryAt].compactMap(\.self).min() }

  /// What has happened since the last call.
  mutating func read() -> [String] {
    defer { lines = [] }
    return lines
  }

  // MARK: what happens

  mutating func edit(_ text: String, version: Int, now: Duration, _ memory: Memory) {
    guard !isClosed else { return }
    query = Query(text, perPage: settings.perPage)
    self.version = version
    firstEdit = firstEdit ?? now
    due = now + debounce
    if settings.maximumWait > .zero, let firstEdit {
      due = min(now + debounce, firstEdit + settings.maximumWait)
    }
    if flight?.query.text == query.text {
      flight?.version = version
    } else if settings.providesProvisionalResults, query != last, !isTooShort {
      showInstantly(memory)
    }
    if let due, due <= now { pass(memory) }
  }

  mutating func submit(_ memory: Memory) {
    guard !isClosed else { return }
    (due, firstEdit) = (nil, nil)
    if isTooShort { return idle() }
    if let flight, flight.query == query, flight.retryAt == nil {
      self.flight?.version = version
      return
    }
    load()
  }

  mutating func loadMore() {
    guard !isClosed, flight == nil, let list, list.hasMore else { return }
    var query = list.query
    query.page = list.page + 1
    lines.append("loading v\(list.version) \(query.text)")
    ask(query, list.version)
  }

  mutating func timePasses(_ now: Duration, _ memory: Memory) {
    guard !isClosed else { return }
    if let due, due <= now { pass(memory) }
    if let retryAt = flight?.retryAt, retryAt <= now, let flight {
      self.flight?.retryAt = nil
      self.flight?.number = asked
      say(asking: flight.query)
    }
  }

  mutating func answer(_ number: Int, _ answer: Result<Page, SourceError>, _ memory: Memory) {
    guard !isClosed, let flight, flight.number == number else { return }
    switch answer {
    case .success(let page) where flight.query.page == 1:
      self.flight = nil
      show(page, flight.query, flight.version, .network)
    case .success(let page):
      self.flight = nil
      guard var list else { return }
      let new = page.items.filter { list.ids.insert($0.id).inserted }
      list.page = flight.query.page
      list.hasMore = page.next != nil
      list.version = max(list.version, flight.version)
      self.list = list
      lines.append(
        "more v\(flight.version) \(flight.query.text) page \(list.page):"
          + new.map { " " + $0.label }.joined() + (list.hasMore ? " …" : ""))
    case .failure(let error): fail(flight, error, memory)
    }
  }

  /// The wait that was told; the model knows its bounds only.
  mutating func retry(at time: Duration) { flight?.retryAt = time }

  mutating func close() {
    guard !isClosed else { return }
    cancel()
    isClosed = true
  }

  // MARK: what follows

  private var debounce: Duration { settings.debounce ?? .milliseconds(500) }

  private var isTooShort: Bool { query.text.count < settings.minimumQueryLength ?? 2 }

  private mutating func pass(_ memory: Memory) {
    (due, firstEdit) = (nil, nil)
    if isTooShort { return idle() }
    guard query == last else {
      if let held = fresh(query, memory) { return showHeld(held) }
      return load()
    }
    // An answer from the cache that was just shown stands, and nothing more is pushed.
    if flight == nil, list?.version == version { return }
    flight?.version = version
    list?.version = version
    lines.append("unchanged v\(version) \(query.text)")
  }

  private mutating func idle() {
    cancel()
    (last, list) = (nil, nil)
    lines.append("idle v\(version) \(query.text)")
  }

  private mutating func load() {
    cancel()
    last = query
    lines.append("loading v\(version) \(query.text)")
    ask(query, version)
  }

  private mutating func ask(_ query: Query, _ version: Int) {
    flight = Flight(number: asked, query: query, version: version)
    say(asking: query)
  }

  private mutating func say(asking query: Query) {
    asked += 1
    lines.append("ask \(query.text)" + (query.page > 1 ? " page \(query.page)" : ""))
  }

  private mutating func cancel() {
    if flight != nil { lines.append("cancel") }
    flight = nil
  }

  private mutating func show(_ page: Page, _ query: Query, _ version: Int, _ origin: Origin) {
    var ids: Set<String> = []
    let items = page.items.filter { ids.insert($0.id).inserted }
    list = List(query: query, version: version, ids: ids, page: 1, hasMore: page.next != nil)
    lines.append(
      items.isEmpty
        ? "empty v\(version) \(query.text) \(origin)"
        : "success v\(version) \(query.text) \(origin):"
          + items.map { " " + $0.label }.joined() + (page.next == nil ? "" : " …"))
  }

  private mutating func fail(_ flight: Flight, _ error: SourceError, _ memory: Memory) {
    var flight = flight
    let isLimit = if case .rateLimited = error.cause { true } else { false }
    let canPass = error.cause == .serverError || error.cause == .timeout || isLimit
    flight.used += error.retryAfter == nil ? 1 : 0
    if canPass, error.retryAfter != nil || flight.used <= settings.maximumRetries {
      flight.number = nil
      self.flight = flight
      lines.append("retrying v\(flight.version) \(flight.query.text)")
      return
    }
    self.flight = nil
    let place = "v\(flight.version) \(flight.query.text)"
    guard flight.query.page == 1 else {
      if let list { self.list?.version = max(list.version, flight.version) }
      lines.append("no more \(place) fallback \(error.name)")
      return
    }
    last = nil
    guard let held = memory(flight.query)?.page else {
      list = nil
      lines.append("failure \(place) fallback \(error.name)")
      return
    }
    var ids: Set<String> = []
    for item in held.items { ids.insert(item.id) }
    list = List(
      query: flight.query, version: flight.version, ids: ids, page: 1, hasMore: held.next != nil)
    lines.append("failure \(place) stale \(error.name)")
  }

  // MARK: what is held

  private mutating func showInstantly(_ memory: Memory) {
    if let held = fresh(query, memory) { return showHeld(held) }
    var prefix = query
    while prefix.text.count > 1 {
      prefix.text.removeLast()
      guard let held = fresh(prefix, memory), held.next == nil, !held.isIncomplete else { continue }
      let wanted = query.text.lowercased()
      let items = held.items.filter { $0.label.lowercased().contains(wanted) }
      guard !items.isEmpty else { return }
      cancel()
      last = nil
      return show(Page(items: items), query, version, .provisional)
    }
  }

  private mutating func showHeld(_ page: Page) {
    cancel()
    last = query
    show(page, query, version, .cache)
  }

  private func fresh(_ query: Query, _ memory: Memory) -> Page? {
    guard let held = memory(query), held.age < settings.cacheAge else { return nil }
    return held.page
  }
}
