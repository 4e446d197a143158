import Documents
import Explorer
import JSON

/// Checks the patterns and owners of a CODEOWNERS file.
///
/// A failure to ask is no finding.
struct CodeOwnersCheck: Sendable {
  /// So many owners are looked up by themselves.
  private static let maximumOwners = 50
  private static let maximumLines = 5_000
  private static let timeout = Duration.seconds(8)

  let source: any Source
  let cacheAge: Duration
  let failed: @Sendable (String) -> Void

  /// LSP's diagnostics of the document; none without a token.
  func diagnostics(of document: TextDocument) async -> [JSONValue] {
    guard await source.hasCredential() else { return [] }
    var found: [JSONValue] = []
    let lines = (0..<min(document.lineCount, Self.maximumLines)).compactMap { number in
      document.line(number).map { (number: number, text: $0) }
    }
    let faults = await pushedFaults()
    var judged: Set<Int> = []
    for (number, text) in lines {
      guard let line = CodeOwnersLine(text) else { continue }
      let known = faults.filter {
        $0.source == text || ($0.source.isEmpty && $0.line == number + 1)
      }
      for fault in known {
        judged.insert(number)
        found.append(diagnostic(fault.message, number, range(of: fault, in: line), document))
      }
      if known.isEmpty, let fault = line.patternFault {
        found.append(diagnostic(fault, number, line.patternRange, document))
      }
    }
    return found + (await missingOwners(lines.filter { !judged.contains($0.number) }, document))
  }

  /// What the host says of the file as it was pushed.
  private func pushedFaults() async -> [CodeOwnersFault] {
    do throws(SourceError) {
      return try await source.codeOwnersFaults(of: nil, timeout: Self.timeout)
    } catch {
      failed("the owners of the repository could not be checked: \(error.cause)")
      return []
    }
  }

  private func missingOwners(
    _ lines: [(number: Int, text: String)], _ document: TextDocument
  ) async -> [JSONValue] {
    var found: [JSONValue] = []
    var verdicts: [String: Bool] = [:]
    for (number, text) in lines {
      for owner in CodeOwnersLine(text)?.owners ?? [] {
        guard owner.text.hasPrefix("@"), !owner.text.contains("/"), !Task.isCancelled else {
          continue
        }
        let login = String(owner.text.dropFirst())
        let name = login.lowercased()
        if verdicts[name] == nil, verdicts.count < Self.maximumOwners {
          verdicts[name] = await isMissing(login)
        }
        guard verdicts[name] == true else { continue }
        let message = "GitHub has no user \(login.oneLine)."
        found.append(diagnostic(message, number, owner.range, document))
      }
    }
    return found
  }

  private func isMissing(_ login: String) async -> Bool {
    do throws(SourceError) {
      _ = try await source.load(
        .user, of: login, freshness: .within(cacheAge), timeout: Self.timeout)
      return false
    } catch {
      if case .notFound = error.cause { return true }
      failed("the owner \(login.oneLine) could not be checked: \(error.cause)")
      return false
    }
  }

  // MARK: places

  /// The word at the fault's column; the line's pattern where there is none.
  private func range(of fault: CodeOwnersFault, in line: CodeOwnersLine) -> Range<Int> {
    line.owners.map(\.range).last { $0.lowerBound < fault.column } ?? line.patternRange
  }

  private func diagnostic(
    _ message: String, _ line: Int, _ range: Range<Int>, _ document: TextDocument
  ) -> JSONValue {
    let place = DocumentPlace(document: document, line: line, start: 0, text: "")
    return [
      "range": place.range(range), "severity": 2, "source": "gitexplorer",
      "message": .string(message),
    ]
  }
}
