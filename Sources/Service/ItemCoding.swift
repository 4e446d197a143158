import Documents
import Explorer
import JSON
import Matching

// Explorer's values as they go over the wire.

extension Item {
  /// - Parameters:
  ///   - words: of the query, to be marked in the label; nil leaves `matches` out.
  func json(marking words: [TextMatch]?, _ encoding: PositionEncoding) -> JSONValue {
    var object = JSONObject()
    object["id"] = .string(id)
    object["kind"] = .string(kind.rawValue)
    object["label"] = .string(label)
    object["detail"] = detail.map(JSONValue.string)
    object["url"] = url.map(JSONValue.string)
    object["imageUrl"] = imageURL.map(JSONValue.string)
    object["group"] = group.map(JSONValue.string)
    object["matches"] = words.map { .array(matches(of: $0, encoding)) }
    object["data"] = .object(data)
    return .object(object)
  }

  /// How entries and people near at hand are found is how they are marked.
  private var isFoundByFolding: Bool { kind == .entry || kind == .author }

  private func matches(of words: [TextMatch], _ encoding: PositionEncoding) -> [JSONValue] {
    matchedRanges(of: words).map {
      [
        "start": JSONValue(encoding.offset(of: $0.lowerBound, in: label)),
        "end": JSONValue(encoding.offset(of: $0.upperBound, in: label)),
      ]
    }
  }

  /// Every place of each word in the label, in order.
  package func matchedRanges(of words: [TextMatch]) -> [Range<String.Index>] {
    let ranges = Set(
      words.flatMap { isFoundByFolding ? $0.foldedRanges(in: label) : $0.ranges(in: label) })
    return ranges.sorted { ($0.lowerBound, $0.upperBound) < ($1.lowerBound, $1.upperBound) }
  }
}

extension Item {
  /// This item for programs that asked from the command line.
  package var json: JSONValue { json(marking: nil, .utf8) }

  /// The same as one line.
  package var jsonLine: String {
    String(decoding: json.jsonBytes(.strict), as: UTF8.self) + "\n"
  }
}

extension Array where Element == Item {
  func json(for query: Query? = nil, _ encoding: PositionEncoding) -> JSONValue {
    let words = query?.words.map { TextMatch($0) }
    return .array(map { $0.json(marking: words, encoding) })
  }
}

extension Page {
  /// The members that results and sections share.
  func members(for query: Query? = nil, _ encoding: PositionEncoding) -> [JSONObject.Member] {
    var object = JSONObject()
    object["items"] = items.json(for: query, encoding)
    object["page"] = JSONValue(number)
    object["hasMore"] = .bool(next != nil)
    return object.members
  }

  var groupsJSON: JSONValue? {
    groups.map { groups in
      .array(groups.map { ["key": .string($0.key), "count": JSONValue($0.count)] })
    }
  }
}

extension Profile {
  func json(
    _ encoding: PositionEncoding, report: (ProfilePart, Failure) -> ErrorReport
  ) -> JSONValue {
    var object = JSONObject()
    object["user"] = user.json(marking: nil, encoding)
    for (section, content) in sections {
      var json = JSONObject()
      json["items"] = content.items.json(encoding)
      json["totalCount"] = content.totalCount.map { JSONValue($0) }
      json["hasMore"] = .bool(content.next != nil)
      json["error"] = content.error.map { report(.section(section), $0).rpc.json }
      object[section.rawValue] = .object(json)
    }
    return .object(object)
  }
}

extension SourceDescriptor {
  var json: JSONValue {
    var object = JSONObject()
    object["id"] = .string(id)
    object["name"] = .string(name)
    object["host"] = host.map(JSONValue.string)
    object["features"] = .array(features.map { .string($0.rawValue) })
    return .object(object)
  }
}
