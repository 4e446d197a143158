/// A hospital that does not exist.
struct Hospital: Sendable {
  var number: Int
  var name: String
  var address: String
  var region: (large: String, small: String)
  var beds: Int

  /// The same in every world; in no order that anyone would want.
  static let all: [Hospital] = {
    var random = SplitMix64(seed: 0x484F_5350)
    return (1...count).map { number in
      let region = random.pick(regions)
      let street = random.pick(streets)
      let name = "\(random.pick(firstWords)) \(random.pick(kinds))"
      return Hospital(
        number: number, name: name,
        address: "\(street) \(1 + random.below(180)), \(region.small)", region: region,
        beds: 20 + random.skewed(below: 900))
    }
  }()

  private static let count = 437

  private static let regions: [(large: String, small: String)] = [
    ("Northmark", "Alderbay"), ("Northmark", "Cranmoor"), ("Northmark", "Fennick"),
    ("Midlands", "Harrowgate Vale"), ("Midlands", "Ostbridge"), ("Midlands", "Quillford"),
    ("Southshore", "Marisol"), ("Southshore", "Port Émeraude"), ("Southshore", "Zelkova"),
    ("새터도", "달빛시"), ("새터도", "물안군"), ("새터도", "솔내읍"),
  ]

  private static let streets = [
    "Lantern Street", "Weir Lane", "Orchard Row", "Copper Hill", "Tidewater Road", "은행나무길",
    "Rue des Tilleuls", "Mill Crossing", "Old Bell Avenue",
  ]

  private static let firstWords = [
    "Saltmarsh", "Grey Heron", "Three Rivers", "Juniper", "새벽별", "Blue Door", "Cedar Gate",
    "Étoile", "Quiet Harbour", "푸른언덕", "Larkspur", "Stonecrop", "Willow Bend", "해오름",
  ]

  private static let kinds = [
    "General Hospital", "Clinic", "Children’s Hospital", "Eye Hospital", "의원", "종합병원",
    "Rehabilitation Centre", "Maternity House",
  ]
}
