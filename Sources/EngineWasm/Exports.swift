import CWasm
import Prediction

// What tests and measurements ask of the whole engine in WebAssembly. Games are numbered as in the catalogue.

@_expose(wasm, "walk") @_cdecl("walk")
public func walk(game: UInt32, seed: UInt32, steps: UInt32) -> UInt32 {
  Walk.digest(game: UInt8(clamping: game), seed: seed, steps: steps)
}

@_expose(wasm, "walkDifferences") @_cdecl("walkDifferences")
public func walkDifferences(seed: UInt32, steps: UInt32) -> UInt32 {
  DifferenceWalk.digest(seed: seed, steps: steps)
}

/// What a player is told after every move: all destinations of a whole Klondike board, so many times.
@_expose(wasm, "benchDestinations") @_cdecl("benchDestinations")
public func benchDestinations(times: UInt32) -> UInt32 { EngineMeasure.destinations(times: times) }

/// The same by a trial lift and drop of the referee for each card and place.
@_expose(wasm, "benchPossibilities") @_cdecl("benchPossibilities")
public func benchPossibilities(times: UInt32) -> UInt32 { EngineMeasure.possibilities(times: times) }

@_expose(wasm, "liveBytes") @_cdecl("liveBytes")
public func liveBytes() -> UInt32 { memory_live() }
