import Explorer
import JSON
import URLs

extension GitHubSource {
  /// Whom one may mention in a repository, the first hundred.
  ///
  /// - Parameter text: finds people by login and name; an empty one finds everybody.
  package func mentionableUsers(
    of repository: RepositoryName, matching text: String, timeout: Duration
  ) async throws(SourceError) -> Page {
    let start = client.api.now()
    if try await usesGraphQL(for: text) {
      let question = GraphQLQuery.mentionableUsers(of: repository, matching: text)
      if let reply = try await ask(question, about: what(repository), timeout: timeout) {
        let place = ["repository", "mentionableUsers"]
        guard let list = reply.graphQL.data[place[0]]?[place[1]], list.objectValue != nil else {
          throw error(of: reply, at: place)
        }
        return try page(of: list, .followers, number: 1, reply)
      }
    }
    let remaining = timeout - (client.api.now() - start)
    return try await contributors(to: repository, timeout: remaining)
  }

  /// Those who have committed most, all that REST tells of who may be mentioned (GitHub docs, "List
  /// repository contributors").
  private func contributors(
    to repository: RepositoryName, timeout: Duration
  ) async throws(SourceError) -> Page {
    let path = [repository.owner, repository.name].map(URLEncoding.pathSegment)
      .joined(separator: "/")
    let answer = try await client.send(
      .page(
        url: "\(host.apiBase)/repos/\(path)/contributors?per_page=\(Self.mentionablePageSize)",
        budget: Endpoint.coreBudget),
      about: what(repository), timeout: timeout)
    // An empty repository has no body.
    guard answer.response.http.status != 204 else { return Page(items: []) }
    var page = try page(of: answer) { body throws(SourceError) in
      try responses.section(.followers, body, number: 1)
    }
    page.next = nil
    return page
  }

  static let mentionablePageSize = 100

  private func what(_ repository: RepositoryName) -> String {
    "repository \(repository.owner)/\(repository.name)"
  }
}
