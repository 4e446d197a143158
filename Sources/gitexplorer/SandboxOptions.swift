import Sandbox

extension Options {
  /// Starts the made-up GitHub with the faults, the port and the seed that were asked for.
  func startSandbox() throws(CommandError) -> Sandbox {
    let faults: Faults
    do throws(FaultError) {
      faults =
        try self[.faults].map { text throws(FaultError) in try Faults(parsing: text) }
        ?? .none
    } catch {
      throw .usage("--faults: \(error.description)")
    }
    let port = try int(.port, in: 0...65_535) ?? 0
    let seed = try int(.seed, in: 0...Int.max) ?? 1
    do throws(SandboxError) {
      return try Sandbox(
        Sandbox.Options(port: UInt16(port), seed: UInt64(seed), faults: faults))
    } catch {
      throw .usage(error.description)
    }
  }
}
