#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Returns the bytes of a file; nil where there is none that can be read.
package func readFile(_ path: String) -> [UInt8]? {
  guard let file = fopen(path, "rb") else { return nil }
  defer { fclose(file) }
  var bytes: [UInt8] = []
  var chunk = [UInt8](repeating: 0, count: 1 << 16)
  while true {
    let count = fread(&chunk, 1, chunk.count, file)
    guard count > 0 else { return ferror(file) == 0 ? bytes : nil }
    bytes += chunk[..<count]
  }
}

/// Returns the names in a folder, sorted, without the hidden ones; nil where there is no such folder.
package func namesInFolder(_ path: String) -> [String]? {
  guard let folder = opendir(path) else { return nil }
  defer { closedir(folder) }
  var names: [String] = []
  while let entry = readdir(folder) {
    let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
      String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
    if !name.hasPrefix(".") { names.append(name) }
  }
  return names.sorted()
}

/// Returns the value of a variable of the environment; nil where it is not set or empty.
package func environmentVariable(_ name: String) -> String? {
  guard let value = getenv(name), value.pointee != 0 else { return nil }
  return String(cString: value)
}
