import System
import Testing

@testable import People

@Suite(.timeLimit(.minutes(2))) struct RepositoryTests {
  private func signatures(_ people: [Person]) -> [String] {
    people.map(\.identity.signature).sorted()
  }

  @Test("Authors and those of trailers are read, and .mailmap has the last word")
  func history() async throws {
    let repository = try Repository()
    try repository.commit("mona", "old@example.com")
    try repository.commit(
      "Hubot", "hubot@example.com", "Fix\n\nReviewed-by: Rey <rey@example.com>\n")
    try repository.shell("echo 'Mona Lisa <mona@example.com> <old@example.com>' > .mailmap")
    let (people, complaints) = try await repository.people()
    #expect(
      signatures(people) == [
        "Hubot <hubot@example.com>", "Mona Lisa <mona@example.com>", "Rey <rey@example.com>",
      ])
    #expect(complaints == [])
  }

  @Test("Who waits for the whole history leaves at once when cancelled")
  func leaves() async throws {
    let (repository, programs) = (try Repository(), try Repository())
    try programs.shell("printf '#!/bin/sh\nexec sleep 600\n' > git; chmod +x git")
    let people = try repository.reading(searchPath: programs.folder) { _ in }
    let waiter = Task { await people.wholeHistory() }
    waiter.cancel()
    await waiter.value
    repository.endChildren()
  }

  @Test("No more commits are read than may be")
  func bound() async throws {
    let repository = try Repository()
    for name in ["a", "b", "c"] { try repository.commit(name, "\(name)@example.com") }
    #expect(signatures(try await repository.people(maximumCommits: 2).people).count == 2)
  }

  @Test("A bare repository, a worktree, a submodule, a shallow clone and a folder inside are read")
  func kinds() async throws {
    let repository = try Repository()
    try repository.commit("Mona", "mona@example.com")
    try repository.shell(
      """
      mkdir sub; git clone -q --bare . sub/bare; git worktree add -q sub/tree
      git clone -q --depth 1 "file://$PWD" sub/shallow
      git init -q sub/super
      git -C sub/super -c protocol.file.allow=always submodule --quiet add "$PWD" module
      """)
    for folder in ["sub", "sub/bare", "sub/tree", "sub/shallow", "sub/super/module"] {
      let found = try await repository.people(in: "\(repository.folder)/\(folder)")
      #expect(signatures(found.people) == ["Mona <mona@example.com>"], "\(folder)")
    }
  }

  @Test(
    "No commit yet is no fault; a broken repository, no repository and no git are one line each")
  func broken() async throws {
    let repository = try Repository()
    #expect(try await repository.people() == (people: [], complaints: []))
    let noGit = try await repository.people(searchPath: "/nowhere")
    #expect(noGit.complaints.count == 1)
    #expect(noGit.complaints.first?.contains("git is not installed") == true)
    try repository.commit("Mona", "mona@example.com")
    try repository.shell("rm -r .git/objects; mkdir .git/objects")
    let broken = try await repository.people()
    #expect(broken.people.isEmpty)
    #expect(broken.complaints.count == 1)
    try repository.shell("rm -r .git; echo 'gitdir: /nowhere/at/all' > .git")
    #expect(try await repository.people().complaints.count == 1)
  }

  @Test(
    "Nothing that a repository names is run",
    arguments: [
      "core.fsmonitor", "core.sshCommand", "diff.external", "gpg.program", "core.pager",
      "pager.log",
      "core.askPass", "core.editor", "alias.log", "core.hooksPath", "credential.helper",
    ])
  func harm(setting: String) async throws {
    let repository = try Repository()
    try repository.commit("Mona", "mona@example.com")
    try repository.shell(
      """
      { git cat-file commit HEAD | sed '/^committer/q'
        printf 'gpgsig -----BEGIN PGP SIGNATURE-----\\n \\n x\\n -----END PGP SIGNATURE-----\\n\\nSigned\\n'
      } | git hash-object -t commit -w --stdin | xargs git update-ref HEAD
      printf '#!/bin/sh\\n: > "%s/harmed"\\n' "$PWD" > harm; chmod +x harm
      mkdir -p hooks; for hook in post-index-change pre-auto-gc reference-transaction; do
        cp harm hooks/$hook; cp harm .git/hooks/$hook; done
      git config log.showSignature true
      git config \(setting) \(setting == "core.hooksPath" ? "\"$PWD/hooks\"" : "\"!$PWD/harm\"")
      \(setting.hasPrefix("alias") ? "" : "git config \(setting) \"$PWD/\(setting == "core.hooksPath" ? "hooks" : "harm")\"")
      """)
    let found = try await repository.people()
    #expect(signatures(found.people) == ["Mona <mona@example.com>"])
    #expect(PathStatus("\(repository.folder)/harmed") == .absent)
  }

  @Test("A repository that lacks objects fetches none")
  func promisor() async throws {
    let repository = try Repository()
    try repository.commit("Mona", "mona@example.com")
    try repository.shell(
      """
      printf '#!/bin/sh\\n: > "%s/harmed"\\n' "$PWD" > harm; chmod +x harm
      git config remote.origin.url "ssh://example.invalid/a/b"
      git config remote.origin.promisor true
      git config extensions.partialClone origin
      git config core.sshCommand "$PWD/harm"
      rm -r .git/objects/*
      """)
    #expect(try await repository.people().people.isEmpty)
    #expect(PathStatus("\(repository.folder)/harmed") == .absent)
  }

  @Test("A mailmap without measure is left out, and the history is read")
  func mailmap() async throws {
    let repository = try Repository()
    try repository.commit("mona", "old@example.com")
    try repository.shell(
      """
      echo 'Mona Lisa <mona@example.com> <old@example.com>' > .mailmap
      truncate -s 100M .mailmap
      """)
    #expect(signatures(try await repository.people().people) == ["mona <old@example.com>"])
  }

  @Test(
    "A mailmap that the repository's settings name is left out; one in a bare one's commit speaks")
  func namedMailmap() async throws {
    let repository = try Repository()
    try repository.shell(
      "echo 'Somebody <else@example.com> <old@example.com>' > other; git add other")
    try repository.commit("mona", "old@example.com")
    try repository.shell("git config mailmap.blob HEAD:other; git config mailmap.file $PWD/other")
    #expect(signatures(try await repository.people().people) == ["mona <old@example.com>"])
    try repository.shell("git mv other .mailmap")
    try repository.commit("mona", "old@example.com")
    try repository.shell(
      "git clone -q --bare . bare; git -C bare config mailmap.blob HEAD:nothing; rm .mailmap")
    let bare = try await repository.people(in: "\(repository.folder)/bare")
    #expect(signatures(bare.people) == ["Somebody <else@example.com>"])
  }

  @Test("A .git file that points elsewhere is followed, and nothing there is run")
  func gitFile() async throws {
    let repository = try Repository()
    try repository.shell(
      """
      git init -q elsewhere; echo "gitdir: $PWD/elsewhere/.git" > link; rm -r .git; mv link .git
      printf '#!/bin/sh\\n: > "%s/harmed"\\n' "$PWD" > harm; chmod +x harm
      for setting in core.fsmonitor core.pager gpg.program core.sshCommand; do
        git -C elsewhere config $setting "$PWD/harm"
      done
      git -C elsewhere config include.path "$PWD/included"
      printf '[log]\\n\\tshowSignature = true\\n[core]\\n\\tfsmonitor = %s/harm\\n' "$PWD" > included
      """)
    try repository.commit("Mona", "mona@example.com")
    try repository.shell("rm -f harmed")
    #expect(signatures(try await repository.people().people) == ["Mona <mona@example.com>"])
    #expect(PathStatus("\(repository.folder)/harmed") == .absent)
  }

  @Test("A repository of somebody else is refused by git, in one line")
  func safeDirectory() async throws {
    let repository = try Repository()
    try repository.commit("Mona", "mona@example.com")
    let wrapper = try Repository()
    try wrapper.shell(
      """
      printf '#!/bin/sh\\nGIT_TEST_ASSUME_DIFFERENT_OWNER=1 exec /usr/bin/git "$@"\\n' > git
      chmod +x git
      """)
    let refused = try await repository.people(searchPath: wrapper.folder)
    #expect(refused.people.isEmpty && refused.complaints.count == 1)
    #expect(refused.complaints.first?.contains("dubious ownership") == true)
  }

  @Test("Names that are not UTF-8 are read, by the encoding that the commit has or as Latin-1")
  func encodings() async throws {
    let repository = try Repository()
    try repository.commit("Mona", "mona@example.com")
    try repository.shell(
      #"""
      commit() {
        { printf 'tree %s\nparent %s\n' $(git rev-parse 'HEAD^{tree}') $(git rev-parse HEAD)
          for who in author committer; do
            printf "$who $1 <$2@example.com> 1700000000 +0000\n"
          done
          printf "$3\nChange\n"; } |
          git hash-object -t commit -w --stdin | xargs git update-ref HEAD
      }
      commit 'Jos\351' jose 'encoding ISO-8859-1\n'
      commit '\357\360\350' kir 'encoding KOI8-R\n'
      commit 'Ren\351' rene ''
      commit 'Esc\033]0;x\007\033[31m' esc ''
      """#)
    #expect(
      signatures(try await repository.people().people) == [
        "Esc ]0;x [31m <esc@example.com>", "José <jose@example.com>", "Mona <mona@example.com>",
        "René <rene@example.com>", "ОПХ <kir@example.com>",
      ])
  }

  @Test("A variable that an editor has from git does not say where the repository is")
  func variables() async throws {
    let command = GitCommand(program: "/usr/bin/git", folder: "/x").whereabouts
    #expect(
      command.removedVariables.isSuperset(of: ["GIT_DIR", "GIT_INDEX_FILE", "GIT_WORK_TREE"]))
    #expect(command.environment["GIT_ALLOW_PROTOCOL"] == "none")
    #expect(command.arguments.contains("core.fsmonitor=false"))
  }

  @Test("origin names the repository on its host, else the first remote")
  func remote() async throws {
    let repository = try Repository()
    let reader = RepositoryReader(
      git: GitCommand(program: "/usr/bin/git", folder: repository.folder),
      children: ChildProcesses())
    #expect(await reader.remote() == nil)
    try repository.git(
      ["remote", "add", "aaa", "git@github.com:octo/fork.git"], in: repository.folder)
    #expect(await reader.remote()?.name == "fork")
    try repository.shell(
      "git remote add origin gh:octo/main; git config url.https://github.com/.insteadOf gh:")
    #expect(await reader.remote() == RemoteRepository(url: "https://github.com/octo/main"))
  }
}
