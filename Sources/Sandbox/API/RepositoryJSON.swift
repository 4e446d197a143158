import JSON
import System

/// What a repository looks like in the answers.
struct RepositoryJSON: Sendable {
  var repository: Repository
  var owner: AccountJSON

  func write(to writer: inout JSONWriter) {
    let fullName = owner.account.login + "/" + repository.name
    let path = percentEncoded(owner.account.login) + "/" + repository.name
    let page = owner.base.html + "/" + path
    let host = owner.base.host
    writer.beginObject()
    writer.member("id", repository.id)
    writer.member("node_id", repository.nodeID)
    writer.member("name", repository.name)
    writer.member("full_name", fullName)
    writer.member("private", false)
    writer.name("owner")
    writer.beginObject()
    owner.writeSummary(to: &writer)
    writer.endObject()
    writer.member("html_url", page)
    writer.member("description", repository.description)
    writer.member("fork", repository.isFork)
    writer.member("url", owner.base.api + "/repos/" + path)
    writer.member("created_at", CivilTime(secondsSince1970: repository.createdAt).rfc3339)
    writer.member("updated_at", CivilTime(secondsSince1970: repository.updatedAt).rfc3339)
    writer.member("pushed_at", repository.pushedAt.map { CivilTime(secondsSince1970: $0).rfc3339 })
    writer.member("git_url", "git://\(host)/\(path).git")
    writer.member("ssh_url", "git@\(host):\(path).git")
    writer.member("clone_url", page + ".git")
    writer.member("homepage", nil)
    writer.member("size", repository.stars % 997 + 1)
    writer.member("stargazers_count", repository.stars)
    writer.member("watchers_count", repository.stars)
    writer.member("language", repository.language)
    writer.member("forks_count", repository.forks)
    writer.member("archived", repository.isArchived)
    writer.member("disabled", false)
    writer.member("open_issues_count", repository.forks % 7)
    writer.name("license")
    writer.raw("null")
    writer.name("topics")
    writer.raw("[]")
    writer.member("visibility", "public")
    writer.member("default_branch", "main")
    writer.endObject()
  }
}
