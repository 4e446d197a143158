import Explorer
import JSON
import URLs

extension GitHubSource {
  /// GitHub docs, "List CODEOWNERS errors".
  package func codeOwnersFaults(
    of repository: RepositoryName?, timeout: Duration
  ) async throws(SourceError) -> [CodeOwnersFault] {
    guard let repository else { return [] }
    let path = [repository.owner, repository.name].map(URLEncoding.pathSegment)
      .joined(separator: "/")
    let answer = try await client.send(
      .page(url: "\(host.apiBase)/repos/\(path)/codeowners/errors", budget: Endpoint.coreBudget),
      about: "the owners of \(repository.owner)/\(repository.name)", timeout: timeout)
    guard let errors = try? JSONValue(parsing: answer.response.http.body)["errors"]?.arrayValue
    else {
      return []
    }
    return errors.compactMap { error in
      guard let line = error["line"]?.intValue, line > 0 else { return nil }
      // The message goes on with an excerpt of the file.
      let message = error["message"]?.stringValue ?? error["kind"]?.stringValue ?? ""
      let sentence = message.split(separator: "\n").first.map(String.init) ?? ""
      return CodeOwnersFault(
        line: line, column: max(1, error["column"]?.intValue ?? 1),
        message: sentence.isEmpty ? "GitHub does not take this line." : sentence,
        source: error["source"]?.stringValue ?? "")
    }
  }
}
