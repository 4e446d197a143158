import Service
import Testing

@testable import gitexplorer

@Suite struct ExitStatusTests {
  @Test("What was not found is nothing found only where somebody was looked up")
  func notFound() {
    #expect(ExitStatus(.notFound, during: "profile") == .nothingFound)
    #expect(ExitStatus(.notFound, during: "follow") == .nothingFound)
    #expect(ExitStatus(.notFound, during: "search") == .failed)
    #expect(ExitStatus(.notFound, during: nil) == .failed)
  }

  @Test(
    "What asks for the impossible is wrong usage", arguments: ["search", "profile", "follow", nil])
  func wrongUsage(_ feature: String?) {
    for kind in [ErrorKind.notSupported, .unknownSource, .invalidParams] {
      #expect(ExitStatus(kind, during: feature) == .wrongUsage)
    }
  }

  @Test("Every other kind is a failure", arguments: ["search", "profile", "follow", nil])
  func failed(_ feature: String?) {
    let others = ErrorKind.allCases.filter {
      ![.notFound, .notSupported, .unknownSource, .invalidParams].contains($0)
    }
    for kind in others { #expect(ExitStatus(kind, during: feature) == .failed, "\(kind)") }
  }

  @Test("An error object and a report of the same error end with the same status and words")
  func bothForms() {
    for kind in ErrorKind.allCases {
      for feature in ["search", "profile", "follow"] {
        var report = ErrorReport(kind, "It did not work.")
        report.feature = feature
        report.hint = "Try again."
        let (a, b) = (CommandError(report), CommandError(report.rpc.json))
        #expect(a.status == b.status)
        #expect(a.message == b.message && a.message == "It did not work. Try again.")
      }
    }
  }

  @Test("No status has two meanings")
  func meanings() {
    #expect(ExitStatus.allCases.map(\.rawValue) == [0, 1, 2, 3])
    #expect(Set(ExitStatus.allCases.map(\.meaning)).count == 4)
  }
}
