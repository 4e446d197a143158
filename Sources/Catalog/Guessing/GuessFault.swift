/// Why nothing can be guessed: what was seen, and what to do or to write.
package struct GuessFault: Error, Sendable, Equatable {
  package var seen: String
  package var advice: String

  package init(seen: String, advice: String) { (self.seen, self.advice) = (seen, advice) }
}
