#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

extension Descriptor {
  /// Opens `/dev/null` for each of the descriptors 0 to 2 that is closed.
  ///
  /// To be called before anything else in the process: a number that is free goes to the next file
  /// that is opened, which then is written to, or replaced, as if it were the standard one.
  package static func openMissingStandardDescriptors() {
    for number: Int32 in 0...2 where fcntl(number, F_GETFD) < 0 {
      _ = open("/dev/null", O_RDWR)
    }
  }

  /// Takes standard input and output away from the rest of the process.
  ///
  /// From then on 0 is empty and 1 points at standard error, so that a stray print cannot corrupt
  /// what is written to the output.
  package static func takeStandardDescriptors() -> (input: Descriptor, output: Descriptor) {
    let input = fcntl(0, F_DUPFD_CLOEXEC, 3)
    let output = fcntl(1, F_DUPFD_CLOEXEC, 3)
    dup2(2, 1)
    let null = open("/dev/null", O_RDONLY | O_CLOEXEC)
    if null >= 0 {
      dup2(null, 0)
      Descriptor(number: null).close()
    }
    return (Descriptor(number: input), Descriptor(number: output))
  }
}
