import CWasm
import Patience
import Positions
import Prediction
import Solving

// What the module exports (docs/PREDICTION.md): numbers of 32 bits, and bytes at addresses of its own memory. There
// is one thread, and so one solver.

nonisolated(unsafe) private var predictor = Predictor()
nonisolated(unsafe) private var solver: Solver?
nonisolated(unsafe) private var lastAnswer: [UInt8] = []

/// What a search may take of memory.
private let arenaBytes = 64 << 20

// MARK: memory

@_expose(wasm, "version") @_cdecl("version")
public func version() -> UInt32 { 1 }

@_expose(wasm, "alloc") @_cdecl("alloc")
public func alloc(length: UInt32) -> UInt32 { memory_take(length) }

@_expose(wasm, "dealloc") @_cdecl("dealloc")
public func dealloc(pointer: UInt32) { memory_give_back(pointer) }

@_expose(wasm, "liveBytes") @_cdecl("liveBytes")
public func liveBytes() -> UInt32 { memory_live() }

@_expose(wasm, "answer") @_cdecl("answer")
public func answer() -> UInt32 {
  lastAnswer.withUnsafeBufferPointer { UInt32(UInt(bitPattern: $0.baseAddress)) }
}

/// What lies at an address; nothing if that is not within the memory.
private func given(_ pointer: UInt32, _ length: UInt32) -> [UInt8] {
  guard memory_has(pointer, length), let start = UnsafePointer<UInt8>(bitPattern: UInt(pointer)) else {
    return []
  }
  return Array(UnsafeBufferPointer(start: start, count: Int(length)))
}

// MARK: loading

@_expose(wasm, "loadRules") @_cdecl("loadRules")
public func loadRules(pointer: UInt32, length: UInt32) -> UInt32 {
  let loading = predictor.load(rules: given(pointer, length))
  // Before the next one takes its memory.
  solver = nil
  if let ruleset = predictor.ruleset, let rules = CompiledRules(ruleset) {
    solver = Solver(for: rules, bytes: arenaBytes)
  }
  return UInt32(loading.rawValue)
}

@_expose(wasm, "loadView") @_cdecl("loadView")
public func loadView(pointer: UInt32, length: UInt32) -> UInt32 {
  UInt32(predictor.load(view: given(pointer, length)).rawValue)
}

/// The names of the piles, as steps count them.
@_expose(wasm, "piles") @_cdecl("piles")
public func piles() -> UInt32 {
  lastAnswer = predictor.piles()
  return UInt32(truncatingIfNeeded: lastAnswer.count)
}

// MARK: solving

private enum Answer: UInt32 {
  case winnable, impossible, outOfPositions, outOfMemory, noQuestion
}

@_expose(wasm, "solve") @_cdecl("solve")
public func solve(positions: UInt32) -> UInt32 { answered(positions).rawValue }

private func answered(_ positions: UInt32) -> Answer {
  lastAnswer = []
  guard let table = predictor.table else { return .noQuestion }
  let budget = Budget(positions: UInt64(positions), bytes: arenaBytes)
  switch solver?.solve(table, within: budget) {
  case .winnable(let line):
    lastAnswer = line.bytes(in: table.pileIDs)
    return .winnable
  case .impossible: return .impossible
  case .unknown(.memory): return .outOfMemory
  case .unknown: return .outOfPositions
  case nil: return .noQuestion
  }
}

/// How many positions the last search met.
@_expose(wasm, "spent") @_cdecl("spent")
public func spent() -> UInt32 { UInt32(clamping: solver?.spent.positions ?? 0) }
