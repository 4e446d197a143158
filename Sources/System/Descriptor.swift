#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// An open file, pipe, socket or terminal, by its number.
///
/// Whoever owns it closes it. Calls that a signal interrupted are made again.
package struct Descriptor: Sendable, Hashable {
  package let number: Int32

  package static let standardInput = Descriptor(number: 0)
  package static let standardOutput = Descriptor(number: 1)
  package static let standardError = Descriptor(number: 2)

  package init(number: Int32) { self.number = number }

  /// Takes the result of a call that returns a descriptor, or -1 and `errno`.
  init(checking number: Int32) throws(SystemError) {
    guard number >= 0 else { throw .last }
    self.number = number
  }

  /// Lets it go; its number may mean another file right afterwards.
  package func close() { closeDescriptor(number) }

  // MARK: reading

  /// Waits for bytes and reads what there is, at most what fits.
  ///
  /// - Returns: how many came; 0 at the end.
  package func read(into buffer: UnsafeMutableRawBufferPointer) throws(SystemError) -> Int {
    while true {
      let count = readDescriptor(number, buffer)
      if count >= 0 { return count }
      let error = SystemError.last
      if error.meansWait {
        wait(for: .readable)
      } else if !error.isInterruption {
        throw error
      }
    }
  }

  /// Reads what there is at once; nil where that would have to wait, 0 at the end.
  ///
  /// Only for a descriptor that does not block.
  package func readAtOnce(
    into buffer: UnsafeMutableRawBufferPointer
  ) throws(SystemError) -> Int? {
    while true {
      let count = readDescriptor(number, buffer)
      if count >= 0 { return count }
      let error = SystemError.last
      if error.meansWait { return nil }
      guard error.isInterruption else { throw error }
    }
  }

  /// Reads up to the end.
  ///
  /// - Parameters:
  ///   - limit: nil is returned where there are more bytes than that.
  ///   - expected: how many bytes to make room for.
  package func readToEnd(limit: Int, expecting expected: Int = 0) throws(SystemError) -> [UInt8]? {
    var bytes = try readBytes(upTo: min(limit, expected) + 1)
    while bytes.count <= limit {
      let chunk = try readBytes(upTo: 64 << 10)
      if chunk.isEmpty { return bytes }
      bytes.append(contentsOf: chunk)
    }
    return nil
  }

  /// Reads so many bytes; fewer at the end.
  private func readBytes(upTo count: Int) throws(SystemError) -> [UInt8] {
    var failure: SystemError?
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      let buffer = UnsafeMutableRawBufferPointer(buffer)
      do throws(SystemError) {
        while filled < count {
          // One read of 2 GiB or more is cut short by the system, or refused.
          let rest = buffer[filled..<min(count, filled + (64 << 20))]
          let length = try read(into: UnsafeMutableRawBufferPointer(rebasing: rest))
          if length == 0 { return }
          filled += length
        }
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
    return bytes
  }

  // MARK: writing

  /// Writes all bytes, waiting where it must.
  package func write(_ bytes: some Collection<UInt8>) throws(SystemError) {
    let result =
      bytes.withContiguousStorageIfAvailable { writeAll(UnsafeRawBufferPointer($0)) }
      ?? Array(bytes).withUnsafeBytes { writeAll($0) }
    try result.get()
  }

  private func writeAll(_ bytes: UnsafeRawBufferPointer) -> Result<Void, SystemError> {
    var done = 0
    while done < bytes.count {
      let count = writeDescriptor(number, UnsafeRawBufferPointer(rebasing: bytes[done...]))
      if count >= 0 {
        done += count
        continue
      }
      let error = SystemError.last
      if error.meansWait {
        wait(for: .writable)
      } else if !error.isInterruption {
        return .failure(error)
      }
    }
    return .success(())
  }

  // MARK: what it is

  /// Makes its calls return at once; for whoever else has the same open file too.
  package func becomeNonBlocking() {
    _ = fcntl(number, F_SETFL, fcntl(number, F_GETFL) | O_NONBLOCK)
  }

  package var isTerminal: Bool { isatty(number) == 1 }

  /// The columns of a terminal's window; nil for what is none or does not say.
  package var columns: Int? {
    var size = winsize()
    guard isTerminal, ioctl(number, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else {
      return nil
    }
    return Int(size.ws_col)
  }
}

// The methods above have the names of the C functions.

private func closeDescriptor(_ number: Int32) { close(number) }

private func readDescriptor(_ number: Int32, _ buffer: UnsafeMutableRawBufferPointer) -> Int {
  read(number, buffer.baseAddress, buffer.count)
}

private func writeDescriptor(_ number: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
  write(number, bytes.baseAddress, bytes.count)
}
