/// The words that biographies, companies, places and repositories are put together from.
enum Phrases {
  static let languages = [
    "Swift", "Python", "Rust", "Go", "TypeScript", "C", "C++", "Ruby", "Haskell", "Lua",
    "Emacs Lisp", "Kotlin", "Java", "Shell", "Jupyter Notebook", "OCaml", "Zig", "C#",
  ]

  static let places = [
    "Berlin", "Lisbon", "São Paulo", "Kraków", "Αθήνα", "서울", "東京", "القاهرة", "Nairobi",
    "Zürich, Switzerland", "Montréal", "Buenos Aires", "मुंबई", "תל אביב", "Київ", "Reykjavík",
    "Wellington", "Dublin", "the moon", "🌍", "Earth ", "Remote / CET",
  ]

  static let companies = [
    "@octo-foundry", "Lantern & Loom ", "@nimbus-yard ", "Paper Harbour GmbH", "Kettle Works",
    "@octo-labs", "Ошибка и Ко", "株式会社こもれび", "Freelance", "@quiet-tools @octo-labs",
  ]

  static let doings = [
    "Writes", "Breaks and mends", "Teaches", "Translates", "Measures", "Collects", "Tinkers with",
    "Maintains", "Thinks about", "Draws maps of",
  ]

  static let things = [
    "parsers", "small compilers", "text editors", "weather stations", "static sites", "shaders",
    "keyboards", "build systems", "distributed queues", "old synthesizers", "type systems",
    "bicycle routers", "terminal games", "spreadsheets nobody asked for", "fuzzers",
  ]

  static let asides = [
    "Tea first.", "她说话很慢。", "Ищу опечатки.", "Also: bread 🍞", "👩‍💻 by day, 🧗🏽‍♀️ by night.",
    "👨‍👩‍👧‍👦", "Опять компилирую…", "日曜大工です。", "שלום לכולם.", "مرحبا بالجميع.",
    "Nullius in verba & <friends>.", "C:\\> \"quoted\" words", "🏳️‍🌈 ✊🏿", "1 + 1 == 10",
  ]

  static let emoji = ["👩‍💻", "🧑🏽‍🚀", "🏳️‍🌈", "👨‍👩‍👧", "🦊", "❤️‍🔥", "🇵🇹", "✌🏾"]

  static let adjectives = [
    "quiet", "tiny", "lazy", "brave", "paper", "copper", "hollow", "rapid", "mossy", "spare",
    "plain", "northern", "velvet", "broken", "salty", "second",
  ]

  static let nouns = [
    "parser", "lantern", "router", "ledger", "kettle", "compiler", "harbour", "sieve", "notebook",
    "loom", "beacon", "shell", "sundial", "mirror", "queue", "garden", "dotfiles", "atlas",
  ]
}

extension Phrases {
  /// A biography: mostly a line, sometimes none, sometimes far too long or in several lines.
  static func biography(_ random: inout SplitMix64) -> String? {
    let shape = random.below(100)
    guard shape >= 30 else { return shape < 24 ? nil : "" }
    let line = sentence(&random)
    switch shape {
    case 30..<70: return line
    case 70..<84: return line + " " + random.pick(asides)
    case 84..<94: return line + "\r\n" + random.pick(asides) + "\r\n"
    default:
      var long = line
      while long.utf8.count < 900 { long += " " + random.pick(asides) + " " + sentence(&random) }
      return long
    }
  }

  private static func sentence(_ random: inout SplitMix64) -> String {
    "\(random.pick(doings)) \(random.pick(things)) in \(random.pick(languages))."
  }
}
