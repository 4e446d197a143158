/// A way of writing made-up names: syllables in a script, each with its spelling in a login.
struct Script: Sendable {
  struct Syllable: Sendable {
    var native: String
    var latin: String
  }

  var starts: [Syllable]
  var ends: [Syllable]
  var separator: String

  /// Reads `native:latin` pairs, or plain syllables that are spelt alike, split by blanks.
  init(starts: String, ends: String, separator: String = " ") {
    self.starts = Self.syllables(starts)
    self.ends = Self.syllables(ends)
    self.separator = separator
  }

  private static func syllables(_ text: String) -> [Syllable] {
    // By bytes: a vowel sign at the start of a syllable makes one character with the blank.
    text.utf8.split(separator: UInt8(ascii: " ")).map { word in
      let parts = word.split(separator: UInt8(ascii: ":")).map {
        String(decoding: $0, as: UTF8.self)
      }
      return Syllable(native: parts[0], latin: parts.last?.lowercased() ?? "")
    }
  }
}

extension Script {
  /// Plain Latin comes first: the maker uses it for about half of the accounts.
  static let latin = Script(
    starts: "Bel Cor Dra Fen Gal Hol Jor Kal Lor Mir Nev Oster Pel Quin Ros Sel Tor Ul Vel Wen "
      + "Xan Yor Zel Brim Thal Osk Pim Ruv",
    ends: "ano ara ett ia is o wen ric ya mund ina elo osk ander imo uva ell orn")

  static let others: [Script] = [
    Script(
      starts: "Bél:bel Čor:cor Drå:dra Ëlv:elv Fén:fen Gül:gul Høl:hol Ísk:isk Łor:lor Ñev:nev "
        + "Örs:ors Šel:sel Þor:thor Üld:uld Żel:zel Žim:zim",
      ends: "añe:ane åra:ara ėt:et ïa:ia ős:os wèn:wen říc:ric yã:ya ğan:gan ßel:ssel"),
    Script(
      starts: "Бра:bra Вел:vel Дор:dor Жим:zhim Зел:zel Кор:kor Лум:lum Мир:mir Ойл:oyl Рув:ruv "
        + "Сел:sel Цва:tsva",
      ends: "ко:ko лин:lin нор:nor вец:vets ша:sha дим:dim ёла:yola мут:mut"),
    Script(
      starts: "Βελ:vel Δορ:dor Ζιμ:zim Θαλ:thal Κορ:kor Λυμ:lym Μιρ:mir Ξαν:xan Ψελ:psel Ωρί:ori",
      ends: "άκη:aki ίδας:idas ένος:enos ώρα:ora ύλη:yli ος:os"),
    Script(
      starts: "벨:bel 도:do 릭:rik 뫼:moe 솔:sol 윤:yun 찬:chan 콜:kol 토:to 펜:pen",
      ends: "라:ra 노:no 비:bi 슬:seul 온:on 결:gyeol 담:dam 루:ru", separator: ""),
    Script(
      starts: "ベル:beru ドラ:dora ミル:miru 架:kake 霧:kiri 凪:nagi 灯:tomo 碧:ao 鋼:hagane 雫:shizu",
      ends: "ノ:no リナ:rina 橋:bashi 窓:mado 坂:zaka 森:mori 机:zukue 帆:ho", separator: " "),
    Script(
      starts: "بل:bal در:dar زم:zam كور:kor لوم:lum مير:mir نيف:nif سال:sal طور:tor",
      ends: "انو:anu يرا:ira وين:win يم:im ار:ar ول:ul"),
    Script(
      starts: "בל:bel דור:dor זים:zim קור:kor לום:lum מיר:mir ניב:niv של:shel תור:tor",
      ends: "ינו:ino ארה:ara ון:on ית:it אל:el ור:or"),
    Script(
      starts: "बेल:bel दोर:dor ज़िम:zim कोर:kor लुम:lum मिर:mir नेव:nev सेल:sel तोर:tor",
      ends: "िका:ika ानो:ano ेश:esh ुल:ul ीन:in ोरा:ora"),
  ]

  /// A name of two words in this script, and how its words are spelt in a login.
  func name(_ random: inout SplitMix64) -> (native: String, given: String, family: String) {
    let given = (random.pick(starts), random.pick(ends))
    let family = (random.pick(starts), random.pick(ends))
    let native =
      given.0.native + given.1.native + separator + family.0.native + family.1.native
    return (native, given.0.latin + given.1.latin, family.0.latin + family.1.latin)
  }
}
