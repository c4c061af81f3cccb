import Console
import Descriptions
import Foundation

/// The catalogue of words in one language, as the browser has it: texts with gaps, some in several forms by number.
/// English comes with the browser's program, as modules; the others are files of JSON.
/// Promise: a sentence reads as on the page of the rules, its numbers, lists and points too.
struct Phrases {
  private let texts: [String: Any]
  private let locale: Locale

  init(language: String, in folder: String) throws {
    let isEnglish = language == "en"
    let isCode = language.utf8.count == 2 && language.utf8.allSatisfy { $0 >= 97 && $0 <= 122 }
    // Sentences of rules come to the browser later than all else, so they have a module of their own.
    let paths = isEnglish ? ["js/words/english.js", "js/words/rules.js"] : ["words/\(language).json"]
    var all: [String: Any] = [:]
    for path in paths.map({ "\(folder)/\($0)" }) {
      guard isCode, let data = FileManager.default.contents(atPath: path),
        let json = isEnglish ? WordsModule.json(Array(data)).map({ Data($0) }) : data,
        let texts = Self.texts(json)
      else {
        throw Complaint.fail(
          "there are no words in \"\(language)\" at \(path): name the browser client's folder with --public, or one "
            + "of its languages with --language")
      }
      all.merge(texts) { $1 }
    }
    texts = all
    // As it is written in Britain, without a comma before "and".
    locale = Locale(identifier: isEnglish ? "en_GB" : language)
  }

  private static func texts(_ json: Data) -> [String: Any]? {
    try? JSONSerialization.jsonObject(with: json) as? [String: Any]
  }

  /// nil for what the catalogue does not have.
  func named(_ key: String) -> String? { texts[key] as? String }

  func text(_ sentence: Explanation.Sentence) -> String {
    var count: Int?
    var gaps: [(String, String)] = []
    for (name, value) in sentence.arguments {
      switch value {
      case .number(let number):
        if name == "count" { count = number }
        gaps.append((name, written(number)))
      case .numbers(let numbers): gaps.append((name, list(numbers, .and)))
      case .either(let numbers): gaps.append((name, list(numbers, .or)))
      case .word(let key): gaps.append((name, form(key, count: nil)))
      }
    }
    var text = form(sentence.key, count: count)
    // What is scored stands in a table on the page: the points beside it.
    if let points = sentence.points, !text.contains("{points}") {
      let signed = written(points).replacingOccurrences(of: "-", with: "−")
      text = "\(points > 0 ? "+" : "")\(signed)  \(text)"
    }
    for (name, value) in gaps { text = text.replacingOccurrences(of: "{\(name)}", with: value) }
    return text
  }

  private func written(_ number: Int) -> String { number.formatted(.number.locale(locale)) }

  private func list(_ numbers: [Int], _ type: ListFormatStyle<StringStyle, [String]>.ListType) -> String {
    numbers.map(written).formatted(.list(type: type).locale(locale))
  }

  /// The key itself where the catalogue has no such text, so that nothing is silently left out.
  private func form(_ key: String, count: Int?) -> String {
    if let text = texts[key] as? String { return text }
    guard let forms = texts[key] as? [String: String] else { return key }
    // Each language that is here and has a form for one has it for minus one as well.
    return (count?.magnitude == 1 ? forms["one"] : nil) ?? forms["other"] ?? key
  }
}

extension Explanation.Sentence {
  fileprivate var points: Int? {
    for (name, value) in arguments where name == "points" {
      if case .number(let points) = value { return points }
    }
    return nil
  }
}
