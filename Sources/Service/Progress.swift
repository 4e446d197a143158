import Explorer
import JSON

extension Server {
  /// `$/progress` (LSP 3.17): how far a source has got; one token for each source.
  func tell(_ progress: SourceProgress) {
    guard lifecycle.state == .running else { return }
    var value = JSONObject()
    switch progress.stage {
    case .began(let title):
      value["kind"] = "begin"
      value["title"] = .string(title)
    case .reached(let percentage, let message):
      value["kind"] = "report"
      value["message"] = .string(message)
      value["percentage"] = percentage.map { JSONValue($0) }
    case .ended: value["kind"] = "end"
    }
    var params = JSONObject()
    params["token"] = .string("gitexplorer/\(progress.source)")
    params["value"] = .object(value)
    context.notify("$/progress", params)
  }

  /// Says which of the further sources are left out because of what is wrong with their settings.
  func refuseFaultySources() { refuse(context.environment.checkSources(settings)) }
}
