import Explorer
import HTTP
import REST

extension GitHubSource {
  private static let largestAvatar = 1 << 20
  /// How long a picture is shown without asking whether it is still the same, in seconds.
  private static let avatarAge: UInt64 = 86_400

  package func avatar(
    _ avatar: Avatar, timeout: Duration
  ) async throws(SourceError) -> String {
    guard let files = avatarFiles else { throw SourceError(.notSupported(feature: "avatars")) }
    let start = client.api.now()
    let (address, what) = try await address(of: avatar.subject, timeout: timeout)
    guard let url = host.avatarURL(address, size: avatar.size)?.description else {
      throw SourceError(.notFound(what: "avatar at this address"))
    }
    let kept = files.kept(url)
    let time = client.api.wallClock()
    // A clock that was set back must not keep it for ever.
    if let kept, (time - kept.confirmedAt).magnitude < Self.avatarAge { return kept.path }
    let response: APIResponse
    let call = Call(
      budget: client.memory.budget(of: nil), resource: nil, subject: what, hasToken: false,
      accepted: kept?.etag.isEmpty == false ? [304] : [])
    do throws(SourceError) {
      let remaining = timeout - (client.api.now() - start)
      response = try await client.api.send(
        avatarRequest(url, etag: kept?.etag ?? "", timeout: remaining), as: call)
    } catch {
      // An old picture is better than none.
      guard let kept, error.cause != .cancelled else { throw error }
      return kept.path
    }
    if response.http.status == 304, let kept {
      files.confirm(kept, for: url, at: time)
      return kept.path
    }
    guard let format = ImageFormat(response.http.body) else {
      throw client.api.error(
        .badResponse(.undecodable(place: "it is no PNG, JPEG, GIF or WebP")), about: response, call)
    }
    do {
      return try files.keep(
        response.http.body, format, etag: response.http.headers.single("ETag") ?? "", for: url,
        at: time)
    } catch {
      throw SourceError(.misconfigured(reason: "the avatar cannot be kept: \(error)"))
    }
  }

  private func address(
    of subject: Avatar.Subject, timeout: Duration
  ) async throws(SourceError) -> (url: String, what: String) {
    switch subject {
    case .url(let url): return (url, "avatar at this address")
    case .login(let login):
      let loaded = try await loadQuietly(
        .user, of: login, freshness: .within(.seconds(Self.avatarAge)), timeout: timeout)
      guard let url = loaded.page.items.first?.imageURL else {
        throw SourceError(.notFound(what: "avatar of \(login)"))
      }
      return (url, "avatar of \(login)")
    }
  }

  /// Never with the token, and never to another host.
  private func avatarRequest(_ url: String, etag: String, timeout: Duration) -> Request {
    var request = Request(
      url: url,
      headers: [("Accept", "image/*"), ("User-Agent", client.form.userAgent)],
      timeout: timeout, maximumBodyBytes: Self.largestAvatar)
    if !etag.isEmpty { request.headers.append(("If-None-Match", etag)) }
    let host = host
    request.allowsRedirect = { host.servesAvatars(at: $0) }
    return request
  }
}
