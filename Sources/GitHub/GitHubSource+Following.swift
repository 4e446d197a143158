import Explorer

extension GitHubSource {
  private static let scope = "user:follow"
  private static let permission = "followers=write"

  package func isFollowing(
    _ login: String, timeout: Duration
  ) async throws(SourceError) -> Bool {
    do throws(SourceError) {
      _ = try await client.send(
        .isFollowing(login: login), about: what(login), timeout: timeout)
      return true
    } catch {
      guard case .notFound = error.cause else { throw error }
      return false
    }
  }

  package func setFollowing(
    _ login: String, to following: Bool, timeout: Duration
  ) async throws(SourceError) {
    let start = client.api.now()
    let endpoint: Endpoint = following ? .follow(login: login) : .unfollow(login: login)
    do throws(SourceError) {
      _ = try await client.send(endpoint, about: what(login), timeout: timeout)
      forget(login)
    } catch {
      guard case .notFound = error.cause else { throw explained(error) }
      // Without the scope GitHub hides that the person exists.
      let remaining = timeout - (client.api.now() - start)
      guard try await exists(login, within: remaining) else { throw error }
      var error = error
      error.cause = .forbidden(.missingScope(Self.scope))
      throw error
    }
  }

  /// Whether GitHub has the person, as far as can be known: a lost answer says no, since one that is
  /// thrown would have the follow repeated, which was answered.
  private func exists(
    _ login: String, within timeout: Duration
  ) async throws(SourceError) -> Bool {
    do throws(SourceError) {
      _ = try await client.send(.user(login: login), about: what(login), timeout: timeout)
      return true
    } catch {
      switch error.cause {
      case .notFound, .timeout, .offline: return false
      default: throw error
      }
    }
  }

  /// Names the permission where a fine-grained token lacks it and the answer does not say which.
  private func explained(_ error: SourceError) -> SourceError {
    guard case .forbidden(.plain(let message)) = error.cause,
      message?.lowercased().contains("personal access token") ?? false
    else { return error }
    var error = error
    error.cause = .forbidden(.missingPermission(Self.permission))
    return error
  }

  /// Drops what has just become wrong: how many follow the person, and who.
  private func forget(_ login: String) {
    guard let token = client.credentials.found?.token else { return }
    cache.remove(key(.user(login: login), token))
    cache.remove(key(.section(.followers, login: login), token))
  }
}
