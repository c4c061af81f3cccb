import CWasm
import Walks

// What tests and measurements ask of the whole engine in WebAssembly. Games are numbered as in the catalogue.

@_expose(wasm, "walk") @_cdecl("walk")
public func walk(game: UInt32, seed: UInt32, steps: UInt32) -> UInt32 {
  Walk.digest(game: UInt8(clamping: game), seed: seed, steps: steps)
}

@_expose(wasm, "walkDifferences") @_cdecl("walkDifferences")
public func walkDifferences(seed: UInt32, steps: UInt32) -> UInt32 {
  DifferenceWalk.digest(seed: seed, steps: steps)
}

// Made once, so that a measurement is of the work alone.
nonisolated(unsafe) private var measure: EngineMeasure?

/// Does one kind of work so many times, on the same boards as the native engine. The answer is the same too.
@_expose(wasm, "bench") @_cdecl("bench")
public func bench(work: UInt32, times: UInt32) -> UInt32 {
  let made = measure ?? EngineMeasure()
  measure = made
  return EngineMeasure.Work(rawValue: UInt8(clamping: work)).map { made.run($0, times: times) } ?? 0
}

/// How often memory has been asked for.
@_expose(wasm, "allocations") @_cdecl("allocations")
public func allocations() -> UInt32 { memory_requests() }

@_expose(wasm, "liveBytes") @_cdecl("liveBytes")
public func liveBytes() -> UInt32 { memory_live() }
