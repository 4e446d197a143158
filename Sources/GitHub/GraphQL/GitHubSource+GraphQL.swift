import Explorer
import REST
import Secrets

/// When and how GraphQL is asked, and what it means that it does not answer.
extension GitHubSource {
  /// What GraphQL answered, and what it came with.
  struct Reply: Sendable {
    var graphQL: GraphQLAnswer
    var answer: GitHubClient.Answer
    /// What is missing where nothing is found.
    var subject: String
  }

  /// What begins the continuation of a page that is to be asked for by GraphQL; others are URLs.
  static let cursorPrefix = "graphql:"
  /// GraphQL's searches and profiles know nothing of programs.
  private static let botSuffix = "[bot]"

  /// A request that was given up after so long counts as one that hangs.
  private static let hangTime: Duration = .seconds(5)
  private static let slowness = "it takes too long"

  /// Where a page ended; nil where it was not had by GraphQL.
  static func cursor(_ continuation: String) -> String? {
    continuation.hasPrefix(cursorPrefix) ? String(continuation.dropFirst(cursorPrefix.count)) : nil
  }

  /// Whether that text is to be asked about by GraphQL; looks for the token where that was not done.
  func usesGraphQL(for text: String) async throws(SourceError) -> Bool {
    guard mayUseGraphQL, !text.lowercased().contains(Self.botSuffix),
      let token = try await client.credentials.credential().token
    else { return false }
    return !client.memory.graphQL(of: token) { $0.isRefused }
  }

  /// Returns nil where the host does not answer whoever asks, which is noted: REST is asked then.
  func ask(
    _ query: GraphQLQuery, about what: String, timeout: Duration
  ) async throws(SourceError) -> Reply? {
    let answer: GitHubClient.Answer
    // The search for a token may take long, and says nothing of the host.
    _ = try await client.credentials.credential()
    let start = client.api.now()
    do throws(SourceError) {
      answer = try await client.send(.graphQL(query), about: what, timeout: timeout)
    } catch {
      guard let token = client.credentials.found?.token else { throw error }
      switch error.cause {
      case .notFound, .forbidden, .invalidQuery, .badResponse(.status), .badResponse(.redirect):
        refuse(token, because: "it answered \(error.httpStatus.map(String.init) ?? "elsewhere")")
      case .serverError where error.httpStatus == 502:
        guard client.memory.graphQL(of: token, { $0.timedOut() }) else { throw error }
        refuse(token, because: Self.slowness)
      case .timeout, .cancelled:
        // Time limits are those of who asks, and end the request from outside.
        let hangs = error.cause == .timeout || client.api.now() - start >= Self.hangTime
        if hangs, client.memory.graphQL(of: token, { $0.timedOut() }) {
          refuse(token, because: Self.slowness)
        }
        throw error
      default: throw error
      }
      return nil
    }
    guard let token = answer.token else { return nil }
    guard let reply = GraphQLAnswer(answer.response.http.body) else {
      refuse(token, because: "what it answers is something else")
      return nil
    }
    if let limits = reply.limits(now: client.api.time(of: answer.response.http)) {
      client.api.note(limits, of: answer.call)
    }
    if let problem = reply.problems.first(where: \.isRefusal) {
      refuse(token, because: "it answered \(problem.type ?? "that it knows no such query")")
      return nil
    }
    client.memory.graphQL(of: token) { $0.answered() }
    return Reply(graphQL: reply, answer: answer, subject: what)
  }

  private func refuse(_ token: Token, because reason: String) {
    guard client.memory.graphQL(of: token, { $0.refused() }) else { return }
    let line = client.api.presentable(reason) ?? ""
    client.api.report(.info, "\(host.name) is asked by REST alone from now on; GraphQL: \(line).")
  }

  /// Why there is nothing at that place of a reply.
  func error(of reply: Reply, at path: [String]) -> SourceError {
    let (answer, problems) = (reply.answer, reply.graphQL.problems)
    guard
      let problem = problems.first(where: {
        path.starts(with: $0.path) || $0.path.starts(with: path)
      })
    else { return client.api.error(.notFound(what: reply.subject), answer) }
    if problem.isLimit { return client.api.limitReached(answer.response, answer.call) }
    switch problem.type {
    case "NOT_FOUND": return client.api.error(.notFound(what: reply.subject), answer)
    case "FORBIDDEN":
      let message = client.api.presentable(problem.message)
      return client.api.error(.forbidden(.plain(message: message)), answer)
    default: return client.api.error(.serverError, answer)
    }
  }
}

extension APIClient {
  fileprivate func error(
    _ cause: SourceError.Cause, _ answer: GitHubClient.Answer
  ) -> SourceError {
    error(cause, about: answer.response, answer.call)
  }
}
