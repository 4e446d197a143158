import Explorer
import HTTP
import REST
import Secrets

extension GitHubSource {
  package func load(
    _ part: ProfilePart, of login: String, freshness: Freshness, timeout: Duration
  ) async throws(SourceError) -> LoadedPart {
    if part == .user { client.memory.noteLookup(freshness) }
    return try await loadQuietly(part, of: login, freshness: freshness, timeout: timeout)
  }

  /// The same; rows name that person no longer for it.
  func loadQuietly(
    _ part: ProfilePart, of login: String, freshness: Freshness, timeout: Duration
  ) async throws(SourceError) -> LoadedPart {
    guard !login.isEmpty else { throw SourceError(.notFound(what: what(login))) }
    let endpoint = part.endpoint(login)
    if let held = fresh(endpoint, freshness) { return LoadedPart(page: held, origin: .cache) }
    return try await ask(endpoint, for: part, of: login, number: 1, timeout: timeout)
  }

  package var loadsWholeProfiles: Bool { mayUseGraphQL }

  package func loadTogether(
    _ parts: [ProfilePart], of login: String, freshness: Freshness, timeout: Duration
  ) async -> LoadedParts {
    var loaded: LoadedParts = [:]
    for part in parts {
      guard let page = fresh(part.endpoint(login), freshness) else { continue }
      loaded[part] = .success(LoadedPart(page: page, origin: .cache))
    }
    let missing = parts.filter { loaded[$0] == nil }
    do throws(SourceError) {
      guard !missing.isEmpty, !login.isEmpty, try await usesGraphQL(for: login) else {
        return loaded
      }
      client.memory.noteLookup(freshness)
      let asked = try await profileByGraphQL(missing, of: login, timeout: timeout)
      loaded.merge(asked) { $1 }
    } catch {
      for part in missing { loaded[part] = .failure(error) }
    }
    return loaded
  }

  package func loadMore(
    _ section: ProfilePart.Section, of login: String, continuing continuation: String, page: Int,
    timeout: Duration
  ) async throws(SourceError) -> LoadedPart {
    let cursor = Self.cursor(continuation)
    if let cursor, try await usesGraphQL(for: login),
      let part = try await sectionByGraphQL(
        section, of: login, after: cursor, number: page, timeout: timeout)
    {
      return part
    }
    // Where GraphQL has ceased to be a way, REST's page of that number goes on.
    let endpoint: Endpoint =
      cursor == nil
      ? try nextPage(continuation, budget: Endpoint.coreBudget)
      : .page(
        url: Endpoint.section(section, login: login).url(on: host) + "&page=\(page)",
        budget: Endpoint.coreBudget)
    return try await ask(
      endpoint, for: .section(section), of: login, number: page, timeout: timeout)
  }

  /// What is held, where it is no older than it may be.
  private func fresh(_ endpoint: Endpoint, _ freshness: Freshness) -> Page? {
    guard case .within(let age) = freshness, let credential = client.credentials.found,
      let entry = cache[key(endpoint, credential.token)],
      client.api.now() - entry.storedAt <= age
    else { return nil }
    return entry.page
  }

  /// Asks, offering what is held for renewal.
  private func ask(
    _ endpoint: Endpoint, for part: ProfilePart, of login: String, number: Int, timeout: Duration
  ) async throws(SourceError) -> LoadedPart {
    let answer = try await client.send(
      endpoint, about: what(login), timeout: timeout,
      revalidating: { cache[key(endpoint, $0)] })
    let place = key(endpoint, answer.token)
    let etag = answer.response.http.headers.single("ETag")
    if answer.response.http.status == 304, var entry = answer.held {
      // What the answer says of itself now replaces what it said before (RFC 9111 §4.3.4).
      entry.etag = etag ?? entry.etag
      entry.storedAt = client.api.now()
      if answer.response.http.headers["Link"] != nil {
        entry.page.next = next(after: answer)
        count(&entry.page, part)
      }
      cache.update(place) { $0 = entry }
      return LoadedPart(page: entry.page, origin: .network)
    }
    let page = try page(of: answer, part, number: number)
    if answer.response.isFromHost {
      let entry = CachedPage(page: page, etag: etag, storedAt: client.api.now())
      cache.store(entry, for: place, bytes: size(answer))
    }
    return LoadedPart(page: page, origin: .network)
  }

  private func page(
    of answer: GitHubClient.Answer, _ part: ProfilePart, number: Int
  ) throws(SourceError) -> Page {
    var page = try page(of: answer) { body throws(SourceError) in
      switch part {
      case .user: try responses.user(body)
      case .section(let section): try responses.section(section, body, number: number)
      }
    }
    count(&page, part)
    return page
  }

  /// How many there are is known where the first page is the last one.
  private func count(_ page: inout Page, _ part: ProfilePart) {
    guard part != .user, page.number == 1 else { return }
    page.totalCount = page.next == nil ? page.items.count : nil
  }

  func key(_ endpoint: Endpoint, _ token: Token?) -> GitHubMemory.Key {
    // Logins are the same in any case.
    .list(url: endpoint.url(on: host).lowercased(), token)
  }

  /// What is missing where there is no such login: "GitHub has no user octocat".
  func what(_ login: String) -> String { "user \(login)" }
}

extension ProfilePart {
  /// What answers with the part, or with its first page.
  func endpoint(_ login: String) -> Endpoint {
    switch self {
    case .user: .user(login: login)
    case .section(let section): .section(section, login: login)
    }
  }
}
