import CWasm
import Prediction

// What the module exports (docs/PREDICTION.md): numbers of 32 bits, and bytes at addresses of its own memory. There
// is one thread, and so one predictor.

nonisolated(unsafe) private var predictor = Predictor()
nonisolated(unsafe) private var lastAnswer: [UInt8] = []

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

private func answering(_ bytes: [UInt8]) -> UInt32 {
  lastAnswer = bytes
  return UInt32(truncatingIfNeeded: bytes.count)
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
  UInt32(predictor.load(rules: given(pointer, length)).rawValue)
}

@_expose(wasm, "loadView") @_cdecl("loadView")
public func loadView(pointer: UInt32, length: UInt32) -> UInt32 {
  UInt32(predictor.load(view: given(pointer, length)).rawValue)
}

@_expose(wasm, "hold") @_cdecl("hold")
public func hold(handle: UInt32) -> UInt32 { UInt32(predictor.hold(UInt16(clamping: handle))) }

// MARK: asking and playing

@_expose(wasm, "piles") @_cdecl("piles")
public func piles() -> UInt32 { answering(predictor.piles()) }

@_expose(wasm, "choices") @_cdecl("choices")
public func choices() -> UInt32 { answering(predictor.choices()) }

@_expose(wasm, "view") @_cdecl("view")
public func view() -> UInt32 { answering(predictor.view()) }

@_expose(wasm, "awaited") @_cdecl("awaited")
public func awaited() -> UInt32 { answering(predictor.awaited()) }

@_expose(wasm, "whyNotDrop") @_cdecl("whyNotDrop")
public func whyNotDrop(handle: UInt32, pile: UInt32) -> UInt32 {
  UInt32(predictor.whyNotDrop(UInt16(clamping: handle), on: UInt8(clamping: pile)))
}

@_expose(wasm, "look") @_cdecl("look")
public func look(handle: UInt32) -> UInt32 { predictor.look(UInt16(clamping: handle))?.packed ?? .max }

@_expose(wasm, "play") @_cdecl("play")
public func play(operation: UInt32, handle: UInt32, pile: UInt32) -> UInt32 {
  UInt32(
    predictor.play(UInt8(clamping: operation), UInt16(clamping: handle), on: UInt8(clamping: pile)))
}

// MARK: names

@_expose(wasm, "refusalName") @_cdecl("refusalName")
public func refusalName(refusal: UInt32) -> UInt32 {
  answering(Predictor.name(ofRefusal: UInt8(clamping: refusal)))
}

@_expose(wasm, "formationName") @_cdecl("formationName")
public func formationName(formation: UInt32) -> UInt32 {
  answering(Predictor.name(ofFormation: UInt8(clamping: formation)))
}
