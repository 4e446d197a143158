/// How far a source has got with something that takes long: a large file, many pages.
package struct SourceProgress: Sendable, Equatable {
  package enum Stage: Sendable, Equatable {
    case began(title: String)
    /// In percent, nil where the end is not known.
    case reached(percentage: Int?, message: String)
    case ended
  }

  /// The source's id.
  package var source: String
  package var stage: Stage

  package init(source: String, stage: Stage) {
    self.source = source
    self.stage = stage
  }
}
