import Explorer
import HTTP
import Secrets

/// What sources are given from outside.
package struct SourceDependencies: Sendable {
  package var client: any HTTPClient
  /// Monotonic, from any start.
  package var now: @Sendable () -> Duration
  /// Returns at that time, or as soon as the task is cancelled.
  package var sleep: @Sendable (_ until: Duration) async -> Void
  /// Seconds since 1970.
  package var wallClock: @Sendable () -> Int64
  /// Looks up a variable of the environment; nil where it is not set.
  package var variable: @Sendable (String) -> String?
  /// Takes a line that a person should see.
  package var warn: @Sendable (String) -> Void
  package var progress: @Sendable (SourceProgress) -> Void
  /// Is told of every secret before it is sent.
  package var redactor: Redactor
  /// For `User-Agent`.
  package var version: String

  package init(
    client: any HTTPClient, now: @escaping @Sendable () -> Duration,
    sleep: @escaping @Sendable (_ until: Duration) async -> Void,
    wallClock: @escaping @Sendable () -> Int64,
    variable: @escaping @Sendable (String) -> String?, warn: @escaping @Sendable (String) -> Void,
    progress: @escaping @Sendable (SourceProgress) -> Void, redactor: Redactor = Redactor(),
    version: String
  ) {
    (self.client, self.now, self.sleep, self.wallClock) = (client, now, sleep, wallClock)
    (self.variable, self.warn, self.progress) = (variable, warn, progress)
    (self.redactor, self.version) = (redactor, version)
  }
}
