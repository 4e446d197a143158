/// Takes the lines that a source writes to the log; never given a token.
package typealias Report = @Sendable (ReportLevel, String) -> Void

/// How much a log line matters.
package enum ReportLevel: String, Sendable { case warning, info, debug }
