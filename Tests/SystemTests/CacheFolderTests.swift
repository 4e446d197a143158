import Testing

@testable import System

@Suite struct CacheFolderTests {
  private let path: String
  private let children = ChildProcesses()

  init() throws {
    path = "/tmp/gitexplorer-cache-\(UInt64.random(in: .min ... .max))"
  }

  private func shell(_ script: String) -> ChildResult.End {
    children.runBlocking(
      ChildCommand(["sh", "-ec", script, path], timeLimit: .seconds(30), outputLimit: 4096)
    ) { _ in true }.end
  }

  @Test("Files that were not used for longest make room, the newest stays")
  func room() throws {
    defer { _ = shell("rm -rf \"$0\"") }
    let folder = CacheFolder(path, maximumBytes: 250)
    let bytes = [UInt8](repeating: 1, count: 100)
    try folder.replace("a", with: bytes)
    try folder.replace("b", with: bytes)
    #expect(
      shell("touch -d '2 hours ago' \"$0/a\"; touch -d '1 hour ago' \"$0/b\"") == .exited(status: 0)
    )
    folder.noteUse(of: "a")
    try folder.replace("c", with: bytes)
    #expect(folder.has("a") && folder.has("c"))
    #expect(!folder.has("b"))
    #expect(folder.read("c", limit: 100) == bytes && folder.read("c", limit: 99) == nil)
    #expect(
      shell("test $(stat -c %a%a \"$0\" \"$0/c\" | tr -d '\\n') = 700700600600")
        == .exited(status: 0))
  }

  @Test("Links are not followed, neither in the folder nor in its place")
  func links() throws {
    defer { _ = shell("rm -rf \"$0\" \"$0.other\"") }
    #expect(
      shell("mkdir \"$0\"; echo x > \"$0.other\"; ln -s \"$0.other\" \"$0/a\"")
        == .exited(status: 0))
    let folder = CacheFolder(path, maximumBytes: 1000)
    #expect(folder.read("a", limit: 100) == nil && !folder.has("a"))
    try folder.replace("a", with: [7])
    #expect(folder.read("a", limit: 100) == [7])
    #expect(shell("grep -q x \"$0.other\"; test ! -L \"$0/a\"") == .exited(status: 0))
    #expect(shell("mv \"$0\" \"$0.real\"; ln -s \"$0.real\" \"$0\"") == .exited(status: 0))
    defer { _ = shell("rm -rf \"$0.real\"") }
    #expect(folder.read("a", limit: 100) == nil)
    #expect(throws: SystemError.notADirectory) { try folder.replace("b", with: [7]) }
  }
}
