import Cards

/// A part of a ruleset that sources disagree on, or that people like to choose. A closed list: each case knows what it
/// changes, so a game only says which it offers.
public enum Parameter: UInt8, Hashable, Sendable, CaseIterable {
  /// Cards turned at once.
  case draw
  /// How often the stock may be gone through; 0 for ever.
  case passes
  /// How many cells there are; those that are filled at the start stay.
  case cells
  /// How many different suits are played with.
  case suits
  /// What may begin an empty column.
  case empty
  /// Who may begin an empty column, once nothing fills it by itself.
  case filler
  /// Whether cards may be taken back from the foundations.
  case back
  /// Which cards of a column move together.
  case unit
  /// What may be put on a king: nothing, a queen, or an ace as well.
  case kings
  /// Whether complete runs go off by themselves.
  case runs
  /// Whether the stock waits until no column is empty.
  case full
  /// What has to be cleared.
  case goal
  /// Whether the top of the stock lies open and can be played.
  case top
  /// Whether a card may go together with the one that it alone covers.
  case covered
  /// Points for each card that moves from one column to another.
  case shift
  /// Whether the next deal begins with the points of the last.
  case carry

  public var name: StaticString {
    switch self {
    case .draw: "draw"
    case .passes: "passes"
    case .cells: "cells"
    case .suits: "suits"
    case .empty: "empty"
    case .filler: "filler"
    case .back: "back"
    case .unit: "unit"
    case .kings: "kings"
    case .runs: "runs"
    case .full: "full"
    case .goal: "goal"
    case .top: "top"
    case .covered: "covered"
    case .shift: "shift"
    case .carry: "carry"
    }
  }

  /// What its values are called, counted from 0; empty where they are numbers.
  public var valueNames: [StaticString] {
    switch self {
    case .draw, .passes, .cells, .suits, .shift: []
    case .empty: ["any", "king", "none"]
    case .filler: ["any", "waste"]
    case .back, .runs, .full, .top, .covered, .carry: ["no", "yes"]
    case .unit: ["top", "run", "whole", "freeing"]
    case .kings: ["stop", "queen", "wrap"]
    case .goal: ["tableau", "all"]
    }
  }

  /// "3", "any", "king": as ids and descriptions have it.
  public func text(of value: UInt8) -> String { String(decoding: name(of: value), as: UTF8.self) }

  public func name(of value: UInt8) -> [UInt8] {
    let names = valueNames
    if names.isEmpty { return self == .passes && value == 0 ? Array("any".utf8) : decimal(UInt32(value)) }
    return Int(value) < names.count ? names[Int(value)].withUTF8Buffer { Array($0) } : decimal(UInt32(value))
  }
}

/// A parameter that a game offers, and the values that it may have.
public struct Variation: Hashable, Sendable {
  public let parameter: Parameter
  /// Without the one that the game has by itself.
  public let values: [UInt8]

  public init(_ parameter: Parameter, _ values: [UInt8]) {
    self.parameter = parameter
    self.values = values
  }
}

extension Ruleset {
  /// What a parameter is now.
  public func value(of parameter: Parameter) -> UInt8 {
    switch parameter {
    case .draw: return stock?.draw ?? 0
    case .passes:
      if case .count(let count)? = stock?.passes { return UInt8(clamping: count) }
      return 0
    case .cells: return zone(.cell)?.count ?? 0
    case .suits: return pack.suits.rawValue
    case .empty:
      switch zone(.tableau)?.empty {
      case .any: return 0
      case .king: return 1
      default: return 2
      }
    case .filler: return zone(.tableau)?.emptyFrom == .waste ? 1 : 0
    case .back: return zone(.foundation)?.take == .top ? 1 : 0
    case .unit:
      switch zone(.tableau)?.take {
      case .run: return 1
      case .pileOrTop: return 2
      case .pileOrFreeing: return 3
      default: return 0
      }
    case .kings:
      let build = zone(.waste)?.build
      return build?.closedBy == .king ? 0 : build?.wraps == true ? 2 : 1
    case .runs: return automatic.runs ? 1 : 0
    case .full: return stock?.needsFullTableau == true ? 1 : 0
    case .goal: return win == .foundationsFull ? 1 : 0
    case .top: return stock?.showsTop == true ? 1 : 0
    case .covered: return match?.takesCovered == true ? 1 : 0
    case .shift: return UInt8(clamping: scoring.points(from: .tableau, to: .tableau))
    case .carry: return scoring.carriesOver ? 1 : 0
    }
  }

  /// Changes one parameter. Values that it does not have change nothing.
  public mutating func set(_ parameter: Parameter, to value: UInt8) {
    switch parameter {
    case .draw:
      stock?.draw = value
      // As in the Windows program, which gives more passes where more cards are turned at once.
      if scoring.passPenalty != nil {
        scoring.passPenalty = value == 1 ? Scoring.firstPassFree : Scoring.fourPassesFree
      }
    case .passes: stock?.passes = value == 0 ? .unlimited : .count(UInt16(value))
    case .cells: change(.cell) { $0.count = value }
    case .suits: if let suits = Deck.Suits(rawValue: value) { pack.suits = suits }
    case .empty: change(.tableau) { $0.empty = value == 0 ? .any : value == 1 ? .king : .none }
    case .filler: change(.tableau) { $0.emptyFrom = value == 1 ? .waste : .any }
    case .back: change(.foundation) { $0.take = value == 1 ? .top : .none }
    case .unit:
      let units: [Zone.Unit] = [.top, .run, .pileOrTop, .pileOrFreeing]
      if Int(value) < units.count { change(.tableau) { $0.take = units[Int(value)] } }
    case .kings:
      change(.waste) {
        $0.build?.closedBy = value == 0 ? .king : nil
        $0.build?.wraps = value == 2
      }
    case .runs: automatic.runs = value == 1
    case .full: stock?.needsFullTableau = value == 1
    case .goal: win = value == 1 ? .foundationsFull : .emptied(.tableau)
    case .top: showTop(value == 1)
    case .covered: match?.takesCovered = value == 1
    case .shift:
      scoring.moves.removeAll { $0.from == .tableau && $0.to == .tableau }
      if value > 0 { scoring.moves.append(Scoring.Move(.tableau, .tableau, Int16(value))) }
    case .carry: scoring.carriesOver = value == 1
    }
  }

  private mutating func showTop(_ shows: Bool) {
    stock?.showsTop = shows
    match?.among = shows ? [.tableau, .waste, .stock] : [.tableau, .waste]
    change(.stock) {
      $0.take = shows ? .top : .none
      $0.to = shows ? [.foundation, .tableau, .waste] : .none
    }
    change(.waste) { $0.to = shows ? [.foundation, .tableau, .stock] : [.foundation, .tableau] }
    change(.tableau) {
      $0.to = shows ? [.foundation, .tableau, .waste, .stock] : [.foundation, .tableau, .waste]
    }
  }
}
