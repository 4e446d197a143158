import JSON
import Testing

@Suite("What is written")
struct WritingTests {
  @Test(
    arguments: [
      (.null, "null"), (true, "true"), (false, "false"), (0, "0"), (-12, "-12"), (1.5, "1.5"),
      ("a", #""a""#), ("\"\\/", #""\"\\/""#), ("\n\r\t", #""\n\r\t""#),
      ("\u{0}\u{1F}\u{8}", #""\u0000\u001f\u0008""#), ("é😀\u{7F}", "\"é😀\u{7F}\""),
      ([], "[]"), ([1, [2], "x"], #"[1,[2],"x"]"#), ([:], "{}"),
      (["b": 1, "a": [:], "é\"": .null], #"{"b":1,"a":{},"é\"":null}"#),
    ] as [(JSONValue, String)])
  func `a value is written without white space, members in their order`(
    value: JSONValue, text: String
  ) {
    #expect(String(decoding: value.jsonBytes, as: UTF8.self) == text)
  }

  @Test func `setting a member keeps its place, a new one goes last, nil removes it`() {
    var object = JSONObject()
    object["a"] = 1
    object["b"] = 2
    object["a"] = 3
    object["c"] = 4
    object["b"] = nil
    object["x"] = nil
    #expect(object.members.map(\.key) == ["a", "c"])
    #expect(object["a"] == 3)
  }

  @Test func `objects are equal whatever the order of their members`() {
    #expect(JSONValue(dictionaryLiteral: ("a", 1), ("b", 2)) == ["b": 2, "a": 1])
    #expect(JSONValue(dictionaryLiteral: ("a", 1)) != ["a": 1, "b": 2])
    #expect(JSONValue(dictionaryLiteral: ("a", 1)) != ["a": 2])
  }
}
