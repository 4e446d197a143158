/// What a parser may accept or refuse, by what this one does.
extension ConformanceTests {
  static let eitherAccepted: [(name: String, text: String)] = [
    ("number_double_huge_neg_exp", "[123.456e-789]"),
    ("number_huge_exp", "[0.4e0066" + String(repeating: "9", count: 63) + "69999999006]"),
    ("number_neg_int_huge_exp", "[-1e+9999]"),
    ("number_pos_double_huge_exp", "[1.5e+9999]"),
    ("number_real_neg_overflow", "[-123123e100000]"),
    ("number_real_pos_overflow", "[123123e100000]"),
    ("number_real_underflow", "[123e-10000000]"),
    ("number_too_big_neg_int", "[-123123123123123123123123123123]"),
    ("number_too_big_pos_int", "[100000000000000000000]"),
    ("number_very_big_negative_int", "[-237462374673276894279832749832423479823246327846]"),
    ("object_key_lone_2nd_surrogate", #"{"\uDFAA":0}"#),
    ("string_1st_surrogate_but_2nd_missing", #"["\uDADA"]"#),
    ("string_1st_valid_surrogate_2nd_invalid", #"["\uD888\u1234"]"#),
    ("string_incomplete_surrogate_and_escape_valid", #"["\uD800\n"]"#),
    ("string_incomplete_surrogate_pair", #"["\uDd1ea"]"#),
    ("string_incomplete_surrogates_escape_valid", #"["\uD800\uD800\n"]"#),
    ("string_invalid_lonely_surrogate", #"["\ud800"]"#),
    ("string_invalid_surrogate", #"["\ud800abc"]"#),
    ("string_inverted_surrogates_U+1D11E", #"["\uDd1e\uD834"]"#),
    ("string_lone_second_surrogate", #"["\uDFAA"]"#),
    (
      "structure_500_nested_arrays",
      String(repeating: "[", count: 500) + String(repeating: "]", count: 500)
    ),
  ]

  static let eitherRefusedBytes: [(name: String, bytes: [UInt8])] = [
    (
      "string_UTF-16LE_with_BOM",
      [0xFF, 0xFE, 0x5B, 0x00, 0x22, 0x00, 0xE9, 0x00, 0x22, 0x00, 0x5D, 0x00]
    ),
    (
      "string_UTF-8_invalid_sequence", [0x5B, 0x22, 0xE6, 0x97, 0xA5, 0xD1, 0x88, 0xFA, 0x22, 0x5D]
    ),
    ("string_UTF8_surrogate_U+D800", [0x5B, 0x22, 0xED, 0xA0, 0x80, 0x22, 0x5D]),
    ("string_invalid_utf-8", [0x5B, 0x22, 0xFF, 0x22, 0x5D]),
    ("string_iso_latin_1", [0x5B, 0x22, 0xE9, 0x22, 0x5D]),
    ("string_lone_utf8_continuation_byte", [0x5B, 0x22, 0x81, 0x22, 0x5D]),
    ("string_not_in_unicode_range", [0x5B, 0x22, 0xF4, 0xBF, 0xBF, 0xBF, 0x22, 0x5D]),
    ("string_overlong_sequence_2_bytes", [0x5B, 0x22, 0xC0, 0xAF, 0x22, 0x5D]),
    (
      "string_overlong_sequence_6_bytes",
      [0x5B, 0x22, 0xFC, 0x83, 0xBF, 0xBF, 0xBF, 0xBF, 0x22, 0x5D]
    ),
    (
      "string_overlong_sequence_6_bytes_null",
      [0x5B, 0x22, 0xFC, 0x80, 0x80, 0x80, 0x80, 0x80, 0x22, 0x5D]
    ),
    ("string_truncated-utf-8", [0x5B, 0x22, 0xE0, 0xFF, 0x22, 0x5D]),
    ("string_utf16BE_no_BOM", [0x00, 0x5B, 0x00, 0x22, 0x00, 0xE9, 0x00, 0x22, 0x00, 0x5D]),
    ("string_utf16LE_no_BOM", [0x5B, 0x00, 0x22, 0x00, 0xE9, 0x00, 0x22, 0x00, 0x5D, 0x00]),
  ]

  static let eitherRefused: [(name: String, text: String)] = [
    ("structure_UTF-8_BOM_empty_object", "\u{FEFF}{}")
  ]
}
