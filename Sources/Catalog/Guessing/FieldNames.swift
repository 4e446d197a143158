/// What fields are called: by their names people know what is in them, and so can a guess.
///
/// Compared in lower case and without what is neither a letter nor a digit.
enum FieldNames {
  /// Of what a record is called; the likeliest first.
  static let labels = [
    "name", "title", "label", "login", "fullname", "displayname", "username", "longname",
    "headline",
    "caption", "subject", "heading", "term", "word", "question", "text", "message",
    "이름", "명칭", "제목", "성명", "名称", "名前", "名字", "姓名", "氏名", "标题", "タイトル", "nom", "nombre", "nome",
    "titre", "titulo", "título", "titolo", "titel", "bezeichnung", "naam", "nazwa", "название",
    "наименование", "имя", "namn", "navn", "nimi", "isim",
  ]
  /// Ends of longer names that say the same: `stop_name`, `병원명`.
  static let labelEndings = ["name", "title", "label", "이름", "명", "名", "名称", "titel", "titre"]
  /// Names that end so and say something else.
  static let otherNames: Set<String> = [
    "firstname", "givenname", "lastname", "surname", "familyname", "middlename", "nickname",
    "codename", "classname", "typename", "filename", "hostname", "subtitle", "shortname",
    "설명", "증명", "투명",
  ]
  static let firstNames: Set<String> = ["firstname", "givenname", "vorname", "prenom", "forename"]
  static let lastNames: Set<String> = [
    "lastname", "surname", "familyname", "nachname", "secondname",
  ]
  /// A last step that only says which form of the field before it this is; the best first.
  static let forms = [
    "common", "default", "en", "enus", "english", "rendered", "value", "full", "display", "text",
    "simpletext", "official",
  ]
  /// What holds the fields of a record and is no other thing.
  static let holders: Set<String> = [
    "properties", "source", "attributes", "fields", "data", "node", "item", "doc", "document",
    "record", "package", "resource", "metadata", "info", "content", "volumeinfo", "show",
  ]
  /// Of what says more about a record.
  static let details: Set<String> = [
    "description", "summary", "bio", "city", "town", "country", "region", "state", "county",
    "category", "type", "kind", "genre", "genres", "artist", "author", "company", "location",
    "address", "department", "email", "role", "position", "team", "record", "group", "subtitle",
    "주소", "설명", "구분", "종류", "지역",
  ]
  static let keys: Set<String> = [
    "id", "key", "uuid", "guid", "code", "slug", "sku", "isbn", "nodeid", "objectid", "identifier",
    "iata", "icao", "iso", "index", "no", "nr", "number", "연번", "번호",
  ]
  /// The best first.
  static let addresses = [
    "htmlurl", "permalink", "weburl", "homepage", "website", "url", "link", "href",
  ]
  static let images = [
    "image", "avatar", "icon", "logo", "photo", "picture", "thumb", "poster", "flag",
  ]
  static let lists: Set<String> = [
    "items", "data", "results", "result", "records", "rows", "entries", "list", "hits", "docs",
    "values", "elements", "features", "objects", "nodes",
  ]
  /// Other names by which a line of names is known.
  private static let others: Set<String> = [
    "date", "year", "time", "price", "count", "total", "status", "lat", "lon", "lng", "latitude",
    "longitude", "phone", "age", "sex", "gender", "note", "notes", "comment", "value", "size",
    "rank", "score", "language", "population",
  ]

  static func plain(_ name: String) -> String {
    String(
      String.UnicodeScalarView(
        name.lowercased().unicodeScalars.filter {
          $0.properties.isAlphabetic || $0.properties.numericType != nil
        }))
  }

  /// Whether it is a name that fields have, and hardly a value.
  static func isKnown(_ name: String) -> Bool {
    let name = plain(name)
    return labels.contains(name) || details.contains(name) || keys.contains(name)
      || addresses.contains(name) || others.contains(name) || firstNames.contains(name)
      || lastNames.contains(name)
  }
}
