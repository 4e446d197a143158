import HTTP
import Testing

@Suite("The Link header")
struct LinkTests {
  @Test(
    arguments: [
      (
        #"<https://h/p?page=2>; rel="next", <https://h/p?page=9>; rel="last""#, "https://h/p?page=2"
      ),
      (#"<https://h/1>; rel="prev", <https://h/3>; rel="next""#, "https://h/3"),
      (#"<https://h/3>;rel=next"#, "https://h/3"),
      (#"<https://h/3> ; title="a, <b>; rel=\"prev\"" ; REL = "Last NEXT""#, "https://h/3"),
      (#"<https://h/a,b;c>; rel="next""#, "https://h/a,b;c"),
      (#"junk, <https://h/x>; rel="first" junk, ;;, <https://h/3>; a; rel="next";"#, "https://h/3"),
      (#"<https://h/3>; rel="next"; rel="prev""#, "https://h/3"),
      (#"<https://h/3>; rel="prev"; rel="next""#, nil),
      (#"<https://h/3>; rel="nextish""#, nil), (#"<https://h/3>"#, nil), ("<https://h/3", nil),
      ("", nil), ("<", nil), ("<>;rel=\"", nil), ("<a>;rel=\"next\\", "a"), (",;,;", nil),
      (#"<https://h/3>; rel="next", <https://h/4>; rel="next""#, "https://h/3"),
    ] as [(String, String?)])
  func `the next page is found`(value: String, next: String?) {
    #expect(Link.next(in: value) == next)
  }

  @Test func `links come in order with all their relations`() {
    #expect(
      Link.parse(#"<a>; rel="first prev", <b>, < c >; rel=x"#) == [
        Link(target: "a", relations: ["first", "prev"]), Link(target: "b", relations: []),
        Link(target: "c", relations: ["x"]),
      ])
  }
}
