import Catalog
import HTTP
import System

extension APISettings {
  /// How an answer is written: as the settings say, else as its `Content-Type` does, else as JSON.
  func layout(of response: Response) -> RecordLayout {
    let type = MediaType(response.headers.single("Content-Type") ?? "")
    var layout = layout
    layout.format = layout.format ?? type.format ?? .json
    layout.encoding = layout.encoding ?? type.charset
    return layout
  }
}

/// What a `Content-Type` says: `text/csv; charset="euc-kr"`.
private struct MediaType {
  let format: RecordFormat?
  /// Nil where it is not known here.
  let charset: String?

  init(_ text: String) {
    let parts = text.lowercased().split(separator: ";").map {
      $0.filter { $0 != " " && $0 != "\"" }
    }
    switch parts.first {
    case "text/csv", "application/csv": format = .csv
    case "text/tab-separated-values": format = .tsv
    case "application/x-ndjson", "application/ndjson", "application/jsonl", "application/json-seq",
      "application/x-jsonlines", "application/jsonlines", "application/stream+json":
      format = .ndjson
    default: format = nil
    }
    charset = parts.dropFirst().first { $0.hasPrefix("charset=") }.map {
      String($0.dropFirst("charset=".count))
    }.flatMap { EncodingConverter.knows($0) ? $0 : nil }
  }
}
