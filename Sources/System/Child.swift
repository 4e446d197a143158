#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A child process that runs, and the pipes from it.
struct Child {
  /// Its process id, and its group's.
  let id: pid_t
  /// What it wrote to standard error, as far as it was kept.
  private(set) var complaint: [UInt8] = []
  private var output: Descriptor?
  private var errors: Descriptor?
  /// Becomes readable when the process ends; nil where the system has no such thing.
  private let ending: Descriptor?
  private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 << 10, alignment: 16)

  /// How often to look where the system does not tell of a process's end.
  private static let lookInterval: Duration = .milliseconds(20)

  /// Starts the command.
  init(_ command: ChildCommand) throws(SystemError) {
    let output = try Pipe()
    defer { output.writer.close() }
    let errors: Pipe
    do throws(SystemError) {
      errors = try Pipe()
    } catch {
      output.reader.close()
      throw error
    }
    defer { errors.writer.close() }
    do throws(SystemError) {
      id = try spawn(command, output: output.writer, errors: errors.writer)
    } catch {
      output.reader.close()
      errors.reader.close()
      throw error
    }
    (self.output, self.errors) = (output.reader, errors.reader)
    ending = try? Descriptor(endOf: id)
  }

  /// Lets go of the pipes; what still writes to them finds nobody there.
  mutating func close() {
    output?.close()
    errors?.close()
    ending?.close()
    buffer.deallocate()
    (output, errors) = (nil, nil)
  }

  /// Waits until there is something to read or the process has ended.
  ///
  /// - Parameter readsOutput: false where the output is of no interest any more.
  /// - Returns: whether the process may have ended.
  func wait(atMost limit: Duration, readsOutput: Bool) -> Bool {
    let pipes = [readsOutput ? output : nil, errors].compactMap { $0 }
    let entries = (pipes + [ending].compactMap { $0 }).map {
      (descriptor: $0, events: IOEvents.readable)
    }
    let limit = ending == nil ? min(limit, Self.lookInterval) : limit
    let happened = waitForEvents(entries, timeout: limit)
    return ending == nil || happened.last?.isEmpty == false
  }

  /// Returns what it has printed, at most 64 KiB; nil where there is nothing for now.
  ///
  /// The bytes are there until the next call.
  mutating func read() -> UnsafeRawBufferPointer? { Self.read(&output, into: buffer) }

  /// Takes what it has written to standard error, and keeps the first `limit` bytes of it.
  mutating func readComplaint(upTo limit: Int) {
    while let bytes = Self.read(&errors, into: buffer) {
      complaint.append(contentsOf: bytes.prefix(limit - complaint.count))
    }
  }

  private static func read(
    _ pipe: inout Descriptor?, into buffer: UnsafeMutableRawBufferPointer
  ) -> UnsafeRawBufferPointer? {
    do throws(SystemError) {
      guard let count = try pipe?.readAtOnce(into: buffer) else { return nil }
      if count > 0 { return UnsafeRawBufferPointer(rebasing: buffer.prefix(count)) }
    } catch {}
    pipe?.close()
    pipe = nil
    return nil
  }
}

/// A pipe from a child, whose reader does not wait.
private struct Pipe {
  let reader: Descriptor
  let writer: Descriptor

  init() throws(SystemError) {
    (reader, writer) = try Descriptor.pipe()
    reader.becomeNonBlocking()
  }
}
