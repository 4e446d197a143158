import Explorer
import Service

/// What commands that ask once and end have in common.
struct OneShot: Sendable {
  let settings: Settings
  let wiring: Wiring
  let spinner: Spinner

  init(_ options: Options) throws(CommandError) {
    try self.init(options, settings: try ConfigFile.settings(options))
  }

  init(_ options: Options, settings: Settings) throws(CommandError) {
    let spinner = Spinner()
    self.settings = settings
    self.spinner = spinner
    wiring = try Wiring(options, log: .silent) { level, line in
      if level <= .warning { spinner.complain(line) }
    } progress: { progress in
      guard case .reached(let percentage, let message) = progress.stage else { return }
      spinner.update(message + (percentage.map { " (\($0) %)" } ?? ""))
    }
  }

  func source(named name: String?) throws(CommandError) -> any Source {
    let sources = wiring.environment.makeSources(settings)
    guard let source = sources.first(where: { name == nil || $0.descriptor.id == name }) else {
      let known = sources.map(\.descriptor.id)
      throw .usage(
        "there is no source `\(name ?? "")`; there are \(known.joined(separator: ", "))"
          + known.suggestion(for: name ?? ""))
    }
    return source
  }

  /// Makes attempts as the server does; a failure is one line that says what to do.
  ///
  /// - Parameter what: what is waited for, in words for people.
  func attempt<Value: Sendable>(
    _ feature: Feature, of source: any Source, waitingFor what: String,
    _ body: @escaping @Sendable (_ timeout: Duration) async throws(SourceError) -> Value
  ) async throws(CommandError) -> Value {
    let environment = wiring.environment
    let (policy, descriptor) = (settings.search.retryPolicy, source.descriptor)
    let spinner = spinner
    return try await spinner.waiting(for: what) { () async throws(CommandError) in
      let answer = await environment.attempt(
        policy, seed: environment.seed,
        waiting: { spinner.update(ErrorReport($0, during: feature, of: descriptor).message) }
      ) { timeout in
        do throws(SourceError) {
          return .success(try await body(timeout))
        } catch {
          return .failure(error)
        }
      }
      switch answer {
      case .success(let value): return value
      case .failure(let failure):
        throw CommandError(ErrorReport(failure, during: feature, of: descriptor))
      }
    }
  }
}
