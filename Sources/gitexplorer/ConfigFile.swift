import JSON
import Service
import System

/// The settings of `--config`.
enum ConfigFile {
  /// Reads and checks the whole file, for what asks once; one line names what is wrong with it.
  static func settings(_ options: Options) throws(CommandError) -> Settings {
    let (settings, refused) = try settingsAndRefused(options)
    let faults = FurtherSources.read(settings, sandboxURL: nil).faults.inSettings
    guard let fault = (refused + faults).first else { return settings }
    throw .usage("--config \(options[.config] ?? ""): \(fault.problem)")
  }

  /// Takes the settings that are right and returns the faults of the others.
  ///
  /// What is wrong with an entry of `sources` is said by who builds the sources.
  static func settingsAndRefused(
    _ options: Options
  ) throws(CommandError) -> (settings: Settings, refused: [SettingFault]) {
    var settings = Settings()
    settings.workspace = try options[.workspace].map { folder throws(CommandError) in
      guard let path = absolutePath(folder) else {
        throw .usage("--workspace \(folder): there is no such folder")
      }
      return path
    }
    guard let path = options[.config] else { return (settings, []) }
    let bytes = try read(path, for: "--config")
    let value: JSONValue
    do throws(JSONError) {
      value = try JSONValue(parsing: bytes, byteOrderMark: .skipped)
    } catch {
      throw .usage(
        "--config \(path) is not JSON: see byte \(error.offset) (\(place(error, bytes)))")
    }
    guard value.objectValue != nil else {
      throw .usage("--config \(path) must hold an object, but holds \(value.typeName)")
    }
    let refused = settings.apply(value)
    settings.sources = FurtherSources.resolving(settings.sources, in: folder(of: path))
    return (settings, refused)
  }

  private static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// The bytes of a regular file of at most 16 MiB.
  static func read(_ path: String, for option: String) throws(CommandError) -> [UInt8] {
    do throws(SystemError) {
      let descriptor = try Descriptor(opening: path, for: .reading)
      defer { descriptor.close() }
      if let bytes = try descriptor.readToEnd(limit: 16 << 20) { return bytes }
    } catch {
      throw .usage("\(option) \(path) cannot be read: \(error)")
    }
    throw .usage("\(option) \(path) is larger than 16 MiB")
  }

  private static func place(_ error: JSONError, _ bytes: [UInt8]) -> String {
    let before = bytes.prefix(error.offset)
    let line = before.count { $0 == UInt8(ascii: "\n") } + 1
    let column = before.reversed().prefix { $0 != UInt8(ascii: "\n") }.count + 1
    return "line \(line), column \(column)"
  }
}
