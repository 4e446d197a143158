import JSON
import Testing

@testable import Service

@Suite("Settings inside settings")
struct SettingGroupTests {
  struct Inner: Equatable { var size = 0 }
  struct Outer: Equatable { var inner = Inner() }

  private let definitions: [SettingDefinition<Outer>] = [
    .group(
      "a",
      [
        SettingDefinition<Inner>.group("b", [.integer("size", 0...9) { $1.size = $0 }]).inside(
          \.inner)
      ])
  ]

  @Test func `a group inside a group is taken and refused member by member`() {
    var target = Outer()
    #expect(
      SettingDefinition.apply(
        ["a": ["b": ["size": 3]]], definitions: definitions, path: "", to: &target) == [])
    #expect(target.inner.size == 3)
    let faults = SettingDefinition.apply(
      ["a": ["b": ["size": 10]]], definitions: definitions, path: "", to: &target)
    #expect(faults.map(\.name) == ["a.b.size"])
    #expect(target.inner.size == 3)
  }
}
