import Testing

@testable import People

@Suite struct RemoteRepositoryTests {
  @Test(
    "A remote's URL names host, owner and repository",
    arguments: [
      "https://github.com/octo-org/octo.repo", "https://github.com/octo-org/octo.repo.git",
      "https://user:secret@GitHub.com/octo-org/octo.repo/", "git@github.com:octo-org/octo.repo.git",
      "ssh://git@github.com:22/octo-org/octo.repo.git", "github.com:octo-org/octo.repo",
      "git://github.com/octo-org/octo.repo",
    ])
  func named(url: String) throws {
    let repository = try #require(RemoteRepository(url: url))
    #expect(repository.host == "github.com")
    #expect(repository.owner == "octo-org")
    #expect(repository.name == "octo.repo")
  }

  @Test(
    "Other URLs name none",
    arguments: [
      "", "/srv/git/repo", "../repo", "file:///srv/git/repo", "C:/repo", "https://github.com/octo",
      "https://github.com/a/b/c", "https:///a/b", "ext::sh -c id", "https://github.com/a/..",
      "https://github.com/a/b?x=1", "git@github.com:a b/c", "./a:b/c",
    ])
  func unnamed(url: String) { #expect(RemoteRepository(url: url) == nil) }
}

@Suite struct WorkspaceFolderTests {
  @Test(
    "A path or a file URI names a folder",
    arguments: [
      ("/a/b", "/a/b"), ("/a/b/", "/a/b"), ("/", "/"), ("file:///a/b%20c", "/a/b c"),
      ("file://localhost/a/", "/a"), ("FILE:/a", "/a"), ("file:///%EA%B9%80", "/김"),
    ])
  func named(text: String, path: String) { #expect(WorkspaceFolder(text)?.path == path) }

  @Test(
    "Anything else names none",
    arguments: [
      "", "a/b", ".", "http://x/a", "file://elsewhere/a", "file:///a%00b", "file:///a%zz", "/a\0b",
      "file:///%FF", "file:a",
    ])
  func unnamed(text: String) { #expect(WorkspaceFolder(text) == nil) }
}

@Suite struct GitProgramTests {
  @Test("git comes from a folder of the search path that the workspace cannot have put there")
  func trusted() {
    func find(_ path: String?) -> String? {
      GitProgram.find(in: path, outside: "/work/repo") { $0 != "/absent/git" }
    }
    #expect(find(".:bin::/work/repo/bin:/work/repo:/absent:/usr/bin") == "/usr/bin/git")
    #expect(find("/work/repository/bin") == "/work/repository/bin/git")
    #expect(find("") == nil)
    #expect(find(nil) == "/usr/bin/git")
  }
}
