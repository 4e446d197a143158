import Testing

@testable import gitexplorer

@Suite("The newest values")
struct NewestTests {
  @Test func `beyond sixteen the oldest is forgotten`() {
    var newest = Newest<Int, Int>()
    for key in 0...16 { #expect(newest.value(for: key) { key } == key) }
    #expect(newest[0] == nil && newest[1] == 1 && newest[16] == 16)
    #expect(newest.value(for: 16) { 0 } == 16)
  }
}
