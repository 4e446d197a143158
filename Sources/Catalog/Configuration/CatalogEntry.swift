import JSON

extension EntryReader {
  /// What both kinds have in common.
  package func mapping() throws(EntryFault) -> ItemMapping {
    guard let label = try field("label") else {
      throw fault("label", "the name of the field that is shown")
    }
    var mapping = ItemMapping(label: label, search: try fields("search"))
    mapping.detail = try field("detail")
    mapping.group = try field("group")
    mapping.key = try field("key")
    mapping.imageURL = try field("imageUrl")
    let url = self["type"] == "catalog" ? try field("url") : nil
    mapping.url = try field("itemUrl") ?? url
    return mapping
  }

  /// Where the file of an entry of type `catalog` is, and how it is read.
  package func file() throws(EntryFault) -> CatalogFile {
    let path = try required("path", "the path of a file")
    guard !path.utf8.contains(0) else { throw fault("path", "the path of a file") }
    return CatalogFile(path: path, layout: try layout())
  }
}
