import System
import TestKit
import Testing

@Suite("Descriptors", .timeLimit(.minutes(1)))
struct DescriptorTests {
  @Test func `what is written at one end of a pipe is read at the other, to the end`() throws {
    let (reader, writer) = try Descriptor.pipe()
    defer { reader.close() }
    try writer.write("some text".utf8)
    writer.close()
    #expect(try reader.readToEnd(limit: 100) == Array("some text".utf8))
  }

  @Test(arguments: [(0, 9, false), (3, 9, false), (9, 9, false), (100, 9, false), (9, 8, true)])
  func `a reading expects any size and keeps to its limit`(
    expected: Int, limit: Int, isTooLong: Bool
  ) throws {
    let (reader, writer) = try Descriptor.pipe()
    defer { reader.close() }
    try writer.write("some text".utf8)
    writer.close()
    #expect((try reader.readToEnd(limit: limit, expecting: expected) == nil) == isTooLong)
  }

  @Test func `more than a pipe holds is written while somebody reads`() async throws {
    let (reader, writer) = try Descriptor.pipe()
    defer { reader.close() }
    writer.becomeNonBlocking()
    let bytes = [UInt8](repeating: 7, count: 1 << 20)
    try startThread {
      try? writer.write(bytes)
      writer.close()
    }
    #expect(try reader.readToEnd(limit: .max - 1) == bytes)
  }

  @Test func `a pipe that nobody reads and a full device are told apart`() throws {
    let (reader, writer) = try Descriptor.pipe()
    reader.close()
    defer { writer.close() }
    try startAndWait {
      let error = #expect(throws: SystemError.self) { try writer.write("x".utf8) }
      #expect(error?.meansClosedByPeer == true)
    }
    let full = try Descriptor(opening: "/dev/full", for: .appending)
    defer { full.close() }
    let error = #expect(throws: SystemError.self) { try full.write("x".utf8) }
    #expect(error?.meansClosedByPeer == false)
    #expect(error?.description == "No space left on device")
  }

  @Test func `a file that is not there is an error`() {
    #expect(throws: SystemError.notFound) { try Descriptor(opening: "/no/such", for: .reading) }
    #expect(FileStatus(path: "/no/such") == nil)
    #expect(FileStatus(path: "/dev/null")?.kind == .other)
    #expect(FileStatus(path: "/")?.kind == .directory)
  }

  @Test func `waiting ends with an event, with the timeout, or with the other end`() throws {
    let (reader, writer) = try Descriptor.pipe()
    defer { reader.close() }
    #expect(reader.wait(for: .readable, timeout: .milliseconds(1)) == [])
    #expect(waitForEvents([(reader, .readable), (writer, .writable)]) == [[], .writable])
    writer.close()
    #expect(reader.wait(for: .readable).contains(.hungUp))
  }

  @Test func `the end of a process makes its descriptor readable`() throws {
    guard let own = try? Descriptor(endOf: ProcessID.own) else { return }
    defer { own.close() }
    #expect(own.wait(for: .readable, timeout: .zero) == [])
    #expect(throws: SystemError.self) { try Descriptor(endOf: 0x3FFF_FFFF) }
  }

  @Test func `the end of a process that has ended is there at once, another container's is never`()
    async throws
  {
    var output: [UInt8] = []
    _ = ChildProcesses().runBlocking(
      ChildCommand(["/bin/sh", "-c", "printf $$"], timeLimit: .seconds(30), outputLimit: 100)
    ) { chunk in
      output += chunk
      return true
    }
    let ended = try #require(Int32(String(decoding: output, as: UTF8.self)))
    let end = try #require(ProcessID.end(of: ended))
    await end()
    #expect(ProcessID.end(of: 0x3FFF_FFFF) == nil)
  }

  @Test func `waiting for the end of a process that lives ends with the task`() async throws {
    let end = try #require(ProcessID.end(of: ProcessID.own))
    let task = Task { await end() }
    task.cancel()
    await task.value
  }

  /// Runs on a thread that takes no SIGPIPE.
  private func startAndWait(_ body: @escaping @Sendable () -> Void) throws {
    let (reader, writer) = try Descriptor.pipe()
    defer { reader.close() }
    try startThread {
      body()
      writer.close()
    }
    reader.wait(for: .readable)
  }
}
