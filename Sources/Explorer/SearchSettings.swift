/// The settings of a search that a client may give, for all searches or for one.
package struct SearchSettings: Sendable, Equatable {
  /// Nil where nobody has said, then the source's own, or 500 ms.
  package var debounce: Duration?
  /// Zero is off.
  package var maximumWait: Duration = .zero
  /// In grapheme clusters; nil where nobody has said, then the source's own, or 2.
  package var minimumQueryLength: Int?
  package var maximumRetries = 2
  /// For all attempts together; of waits for a rate limit that is told again and again the first is
  /// left out.
  package var deadline: Duration = .seconds(9)
  package var requestTimeout: Duration = .seconds(8)
  package var perPage = 30
  package var cacheAge: Duration = .seconds(60)
  package var providesProvisionalResults = true
  package var sort: String?
  package var order: String?

  package init() {}

  /// These settings, with the source's own where nobody has said otherwise.
  package func resolved(for source: SourceDescriptor) -> SearchSettings {
    var settings = self
    settings.debounce = debounce ?? source.debounce ?? .milliseconds(500)
    settings.minimumQueryLength = minimumQueryLength ?? source.minimumQueryLength ?? 2
    return settings
  }

  package var retryPolicy: RetryPolicy {
    RetryPolicy(
      maximumRetries: maximumRetries, deadline: deadline, requestTimeout: requestTimeout)
  }
}
