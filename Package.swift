// swift-tools-version: 6.2
import PackageDescription

// The import rule: a module may import only modules above it in this file, and only those it declares.
// `make test` builds with `--explicit-target-dependency-import-check error`, so the rule is checked, not hoped for.

// `make test` and CI: our own warnings are errors. Its build for AddressSanitizer is made once, and most of the time
// that `make test` takes goes into it: hence what follows. `make test-all` leaves nothing out.
let strict = Context.environment["BAIZE_STRICT"] != nil
let thorough = Context.environment["BAIZE_THOROUGH"] != nil
// Our own code is optimised, with its assertions: tests run some of it a million times. Code that is not optimised
// would also write through functions of the standard library (`initialize(to:)`), which no sanitizer watches.
let quick = ["-O", "-assert-config", "Debug"]
// Whole modules, one job for each, and no index of the system's, take a fifth less CPU time. `-num-threads` makes an
// object for each file, which SwiftPM expects of a debug build.
let whole = [
  "-disable-batch-mode", "-wmo", "-num-threads", "2", "-no-emit-module-separately-wmo", "-Xfrontend",
  "-index-ignore-clang-modules", "-index-ignore-system-modules",
]
// Swift itself checks these: they use no pointers of their own, only buffers whose bounds are checked, and `tidy` fails
// where one begins to. AddressSanitizer would find nothing in their loads and stores that Swift does not; it leaves
// them out, and they compile in three quarters of the time. It leaves out the loads and stores of tests too. What they
// call is watched, and so is every allocation.
let checked: Set = [
  "Boards", "Bundles", "Cards", "Contests", "Descriptions", "DragDrop", "DragDropCodable", "Lab", "Patience",
  "Prediction",
  "Rooms", "Strategies", "Walks", "Wire",
]
let unwatched = ["-asan-stack", "-asan-instrument-reads", "-asan-instrument-writes"]
  .flatMap { ["-Xllvm", "\($0)=false"] }

let plain: [SwiftSetting] =
  [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("ExistentialAny"),
  ] + (strict ? [.treatAllWarnings(as: .error)] : [])

// Modules on the per-message path: a checked access to a class property costs ~87 instructions, and only the
// release build drops the check; debug builds and tests keep it. Other modules see their code, or each generic of
// theirs (a slab, a buffer) would be looked up at every use.
let hot: [SwiftSetting] =
  plain + [
    .unsafeFlags(
      ["-enforce-exclusivity=unchecked", "-cross-module-optimization"], .when(configuration: .release))
  ]

// The engine is generic: specialised for the boards that use it, it is some ten times faster (`baize-bench engine`),
// and for that other modules have to see its code.
let specialised: [SwiftSetting] =
  plain + [.unsafeFlags(["-cross-module-optimization"], .when(configuration: .release))]

// Reads arguments and prints: no message of a player passes through it, and without optimisation it compiles in a third
// of the time, at the end of the build, where one core is idle.
let unhurried: [SwiftSetting] = plain + [.unsafeFlags(["-Onone"], .when(configuration: .release))]

let package = Package(
  name: "baize",
  platforms: [.macOS(.v15)],
  products: [
    .executable(name: "baize", targets: ["baize"]),
    .executable(name: "baize-bench", targets: ["baize-bench"]),
    .library(name: "DragDrop", targets: ["DragDrop", "DragDropCodable"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.0"),
  ],
  targets: [
    // 0  headers and shims only
    .target(name: "CLinux"),
    .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["libz-dev"])]),
    .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
    .systemLibrary(name: "CNettle", pkgConfig: "nettle", providers: [.apt(["nettle-dev"])]),
    // 1  bytes before they mean anything, and JSON over them
    .target(name: "Bytes", swiftSettings: hot),
    .target(name: "JSON", dependencies: ["Bytes"], swiftSettings: hot),
    .target(name: "Hashes", dependencies: ["CNettle"], swiftSettings: plain),
    // 2  every message that crosses the network
    .target(name: "Wire", dependencies: ["Bytes", "JSON"], swiftSettings: hot),
    // 2  the engine: knows neither cards nor network
    .target(name: "DragDrop", swiftSettings: specialised),
    .target(name: "DragDropCodable", dependencies: ["DragDrop"], swiftSettings: plain),
    // 3  cards, and patience as data
    .target(name: "Cards", swiftSettings: plain),
    .target(name: "Patience", dependencies: ["Cards", "DragDrop"], swiftSettings: specialised),
    // 4  the boards of the seeds, and how any board is hosted
    .target(name: "Boards", dependencies: ["Cards", "DragDrop", "Wire"], swiftSettings: plain),
    // 4  a race on one deal: its states, its places, and the deal that nobody can choose
    .target(
      name: "Contests", dependencies: ["Boards", "Bytes", "DragDrop", "Hashes", "Wire"], swiftSettings: plain),
    // 4  boards that people describe: JSON in, a board or all that is wrong with it out
    .target(
      name: "Descriptions", dependencies: ["Boards", "Cards", "DragDrop", "JSON", "Patience", "Wire"],
      swiftSettings: plain),
    // 4  what a browser asks of the rules, and what to play next
    .target(name: "Prediction", dependencies: ["Cards", "DragDrop", "Patience"], swiftSettings: specialised),
    // 4  the laboratory's: random games and timed work, natively and as WebAssembly
    .target(name: "Walks", dependencies: ["Cards", "DragDrop", "Patience"], swiftSettings: specialised),
    .target(name: "Strategies", dependencies: ["Cards", "Patience"], swiftSettings: plain),
    // 4  positions without tables, for searches that go through millions of them
    .target(name: "Positions", dependencies: ["Cards", "Patience"], swiftSettings: hot),
    // 5  exact verdicts: whether a position can be won, and how
    .target(name: "Solving", dependencies: ["CLinux", "Cards", "Patience", "Positions"], swiftSettings: hot),
    // 5  protocols, sans I/O
    .target(
      name: "WebSocket",
      dependencies: ["Bytes", "CZlib", "HTTP", "Hashes"], swiftSettings: hot),
    .target(name: "HTTP", dependencies: ["Bytes", "CZlib"], swiftSettings: hot),
    // 6  the client's files, put together: modules and style sheets in, a few files out
    .target(name: "Bundles", dependencies: ["Bytes", "Hashes"], swiftSettings: plain),
    // 6  the only place that touches sockets and the clock; knows no protocol
    .target(name: "Reactor", dependencies: ["CLinux"], swiftSettings: hot),
    // 6  what programs say to people
    .target(
      name: "Console",
      dependencies: ["Reactor", .product(name: "ArgumentParser", package: "swift-argument-parser")],
      swiftSettings: plain),
    // 7  files of SQLite's: connections, statements, rows
    .target(name: "SQLite", dependencies: ["CSQLite"], swiftSettings: plain),
    // 7  what is kept: the journal, records acknowledged asynchronously; blobs on the disk, under their hash
    .target(
      name: "Store",
      dependencies: [
        "Bytes", "CSQLite", "Hashes", "SQLite",
      ],
      swiftSettings: plain),
    // 8  authority: message in, effects out; no I/O
    .target(
      name: "Rooms",
      dependencies: [
        "Boards", "Bytes", "Cards", "Contests", "DragDrop", "Hashes", "Patience", "Wire",
      ],
      swiftSettings: hot),
    // 9  the laboratory's: real rooms, held against all that must never be
    .target(
      name: "Lab",
      dependencies: ["Cards", "DragDrop", "Patience", "Positions", "Rooms", "Solving", "Wire"],
      swiftSettings: hot),
    // 9  the headless player; may not see Rooms or Server
    .target(
      name: "Player",
      dependencies: [
        "Bytes", "Cards", "HTTP", "Hashes", "Patience", "Positions", "Reactor", "Solving", "Strategies",
        "WebSocket", "Wire",
      ],
      swiftSettings: plain),
    // 10  the laboratory's: whole rooms and races in virtual time, with real bots and simulated faults
    .target(
      name: "Simulation",
      dependencies: ["Bytes", "Cards", "Contests", "Hashes", "Patience", "Player", "Rooms", "Wire"],
      swiftSettings: hot),
    // 10  a load for servers: sockets of its own, so that what measures shares nothing with what is measured
    .target(name: "Load", dependencies: ["CLinux"], swiftSettings: hot),
    // 11  the only place where the parts meet
    .target(
      name: "Server",
      dependencies: [
        "Boards", "Bundles", "Bytes", "Descriptions", "HTTP", "Hashes", "JSON", "Patience", "Positions",
        "Reactor", "Rooms", "Solving", "Store", "WebSocket", "Wire",
        .product(name: "Logging", package: "swift-log"),
      ],
      swiftSettings: hot),
    // 12  one executable, a file per subcommand
    .executableTarget(
      name: "baize",
      dependencies: [
        "Boards", "Console", "Descriptions", "Patience", "Player", "Positions", "Reactor", "Rooms", "Server",
        "Solving", "Store", "WebSocket",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "Logging", package: "swift-log"),
      ],
      swiftSettings: unhurried),
    // 13  the laboratory's: what measures stands beside what is measured
    .executableTarget(
      name: "baize-bench",
      dependencies: [
        "Boards", "Bytes", "Cards", "Console", "Descriptions", "Lab", "Load", "Patience", "Player",
        "Positions", "Reactor", "Simulation", "Walks", "WebSocket", "Wire",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: plain),
    // Tests: a target for each module, a file for each thing specified
    .target(name: "TestChecks", path: "Tests/TestChecks", swiftSettings: plain),
    .target(name: "TestDice", path: "Tests/TestDice", swiftSettings: plain),
    .target(name: "TestFaults", dependencies: ["Store"], path: "Tests/TestFaults", swiftSettings: plain),
    .target(name: "TestInflater", path: "Tests/TestInflater", swiftSettings: plain),
    .target(
      name: "TestRulesets", dependencies: ["Cards", "Patience", "TestDice"], path: "Tests/TestRulesets",
      swiftSettings: plain),
    .target(name: "TestSwiftUI", path: "Tests/TestSwiftUI", swiftSettings: plain),
    .testTarget(name: "BytesTests", dependencies: ["Bytes", "TestChecks", "TestDice"], swiftSettings: plain),
    .testTarget(name: "HashesTests", dependencies: ["Hashes"], swiftSettings: plain),
    .testTarget(name: "JSONTests", dependencies: ["JSON", "TestChecks", "TestDice"], swiftSettings: plain),
    .testTarget(
      name: "DragDropTests",
      dependencies: ["Boards", "Cards", "DragDrop", "TestChecks", "TestDice", "TestSwiftUI"],
      swiftSettings: plain),
    .testTarget(
      name: "DragDropCodableTests", dependencies: ["DragDrop", "DragDropCodable", "TestChecks"],
      swiftSettings: plain),
    .testTarget(name: "CardsTests", dependencies: ["Cards"], swiftSettings: plain),
    .testTarget(
      name: "PatienceTests", dependencies: ["Cards", "DragDrop", "Hashes", "Patience", "TestDice"],
      swiftSettings: plain),
    .testTarget(
      name: "BoardsTests", dependencies: ["Boards", "Cards", "DragDrop", "TestDice", "Wire"],
      swiftSettings: plain),
    .testTarget(
      name: "DescriptionsTests",
      dependencies: ["Boards", "Cards", "Descriptions", "DragDrop", "Patience", "TestDice", "Wire"],
      swiftSettings: plain),
    .testTarget(
      name: "PredictionTests",
      dependencies: ["Cards", "DragDrop", "Patience", "Prediction", "TestDice", "Walks"],
      swiftSettings: plain),
    .testTarget(
      name: "PositionsTests",
      dependencies: ["Cards", "DragDrop", "Patience", "Positions", "TestDice", "TestRulesets"],
      swiftSettings: plain),
    .testTarget(
      name: "SolvingTests",
      dependencies: ["Cards", "Lab", "Patience", "Positions", "Solving", "TestDice", "TestRulesets"],
      swiftSettings: plain),
    .testTarget(
      name: "StrategiesTests", dependencies: ["Cards", "DragDrop", "Patience", "Strategies", "TestDice"],
      swiftSettings: plain),
    .testTarget(name: "BundlesTests", dependencies: ["Bundles"], swiftSettings: plain),
    .testTarget(name: "HTTPTests", dependencies: ["CZlib", "HTTP", "TestDice"], swiftSettings: plain),
    .testTarget(
      name: "WebSocketTests",
      dependencies: ["Bytes", "HTTP", "TestChecks", "TestDice", "TestInflater", "WebSocket"],
      swiftSettings: plain),
    .testTarget(name: "ReactorTests", dependencies: ["Reactor", "TestDice"], swiftSettings: plain),
    .testTarget(name: "SQLiteTests", dependencies: ["SQLite", "TestChecks"], swiftSettings: plain),
    .testTarget(
      name: "StoreTests",
      dependencies: ["Hashes", "SQLite", "Store", "TestChecks", "TestDice", "TestFaults"],
      swiftSettings: plain),
    .testTarget(name: "WireTests", dependencies: ["Wire", "TestDice"], swiftSettings: plain),
    .testTarget(
      name: "ContestsTests",
      dependencies: ["Bytes", "Cards", "Contests", "Hashes", "Patience", "TestDice", "Wire"],
      swiftSettings: plain),
    .testTarget(
      name: "RoomsTests",
      dependencies: [
        "Boards", "Bytes", "Cards", "Contests", "DragDrop", "Hashes", "Patience", "Positions", "Rooms",
        "Simulation", "Solving", "TestChecks", "TestDice", "Wire",
      ],
      swiftSettings: plain),
    .testTarget(
      name: "LabTests", dependencies: ["Cards", "Lab", "Patience", "Rooms", "TestDice", "Wire"],
      swiftSettings: plain),
    .testTarget(
      name: "PlayerTests",
      dependencies: [
        "Boards", "Cards", "Descriptions", "HTTP", "Patience", "Player", "Reactor", "Rooms", "Server",
        "Store", "Strategies", "TestDice", "WebSocket", "Wire",
        .product(name: "Logging", package: "swift-log"),
      ],
      swiftSettings: plain),
    .testTarget(name: "SimulationTests", dependencies: ["Simulation", "TestDice"], swiftSettings: plain),
    .testTarget(name: "LoadTests", dependencies: ["Load", "TestDice"], swiftSettings: plain),
    .testTarget(
      name: "ServerTests",
      dependencies: [
        "Bytes", "Descriptions", "DragDrop", "HTTP", "Patience", "Positions", "Reactor", "Rooms", "SQLite",
        "Server", "Solving", "Store",
        "TestChecks", "TestDice", "TestFaults", "TestInflater", "WebSocket", "Wire",
        .product(name: "Logging", package: "swift-log"),
      ],
      swiftSettings: plain),
    // What strangers send, tried with anything: `make fuzz` looks for inputs, FuzzTests try those that are kept.
    .target(
      name: "FuzzTargets",
      dependencies: ["Boards", "Bytes", "Descriptions", "HTTP", "JSON", "WebSocket", "Wire"],
      path: "Tests/FuzzTargets", swiftSettings: plain),
    .testTarget(name: "FuzzTests", dependencies: ["FuzzTargets", "TestDice"], swiftSettings: plain),
    .testTarget(
      name: "BaizeTests",
      dependencies: [
        "Boards", "TestDice", "baize", "baize-bench", "SQLite",
      ],
      swiftSettings: plain),
  ]
)

// `make wasm`: the same sources as WebAssembly. `PatienceWasm` is the rules alone and `SolverWasm` the solver, for
// browsers; `EngineWasm` is the whole engine, for tests that compare it with the native one. Embedded Swift; no
// packages are fetched for it, and what it is not made of is not part of the package then.
if Context.environment["BAIZE_WASM"] != nil {
  let embedded: [SwiftSetting] =
    plain + [
      .enableExperimentalFeature("Embedded"),
      .unsafeFlags(["-wmo", "-Osize", "-Xfrontend", "-disable-stack-protector"]),
    ]
  let linked = ["--no-entry", "--gc-sections", "--strip-all", "--compress-relocations", "-O2"]
  let rules = ["Cards", "DragDrop", "Patience", "Positions", "Prediction", "Solving", "Walks"]
  package.targets = package.targets.filter { rules.contains($0.name) }
  for target in package.targets {
    target.swiftSettings = embedded
    // Comparisons with tables are for tests.
    if target.name == "Positions" { target.exclude = ["Comparing"] }
    if target.name == "Solving" { target.dependencies = ["CWasm", "Cards", "Patience", "Positions"] }
  }
  // Memory, which a module without a system has to bring along.
  package.targets.append(
    .target(name: "CWasm", cSettings: [.unsafeFlags(["-Os", "-mbulk-memory", "-ffreestanding"])]))
  let modules = [
    ("PatienceWasm", ["Prediction"]), ("EngineWasm", ["Walks"]),
    ("SolverWasm", ["Patience", "Positions", "Prediction", "Solving"]),
  ]
  for (name, parts) in modules {
    package.targets.append(
      .executableTarget(
        name: name, dependencies: ["CWasm"] + parts.map { .byName(name: $0) },
        swiftSettings: embedded + [.unsafeFlags(["-parse-as-library"])],
        linkerSettings: [
          .unsafeFlags(["-Xclang-linker", "-nostdlib"] + linked.flatMap { ["-Xlinker", $0] })
        ]))
  }
  package.products = []
  package.dependencies = []
}

// A part of the package, for ThreadSanitizer and for `make fuzz`: the targets that are named, and what they
// are made of. Two of them are of no use elsewhere.
if let named = Context.environment["BAIZE_PART"]?.split(separator: " ").map(String.init) {
  package.targets += [
    .target(name: "TsanLocks", path: "Tests/TsanLocks"),
    .executableTarget(
      name: "FuzzDriver", dependencies: ["FuzzTargets"], path: "Tests/FuzzDriver", swiftSettings: plain,
      linkerSettings: [.unsafeFlags(["-sanitize=fuzzer,address", "-use-ld=lld"])]),
  ]
  if named.contains("TsanLocks") {
    for target in package.targets where target.type == .test { target.dependencies.append("TsanLocks") }
  }
  var kept: Set<String> = []
  var reached = named
  while let name = reached.popLast() {
    guard kept.insert(name).inserted, let target = package.targets.first(where: { $0.name == name }) else {
      continue
    }
    for case .byNameItem(let dependency, _) in target.dependencies { reached.append(dependency) }
  }
  package.targets.removeAll { !kept.contains($0.name) }
  package.products = []
  // For `make fuzz` it tells libFuzzer which ways it took.
  let fuzzed = named.contains("FuzzDriver") ? ["-sanitize=fuzzer,address"] : []
  for target in package.targets where target.type == .regular || target.type == .executable {
    target.swiftSettings = (target.swiftSettings ?? []) + [.unsafeFlags(fuzzed + quick)]
  }
} else if strict, Context.environment["BAIZE_WASM"] == nil {
  // Not the programs: they are compiled in a quarter of the time without, and no test runs their code a million times.
  for target in package.targets where target.type == .regular {
    target.swiftSettings =
      (target.swiftSettings ?? []) + [.unsafeFlags(quick, .when(configuration: .debug))]
  }
}
if strict, Context.environment["BAIZE_WASM"] == nil {
  func isChecked(_ target: Target) -> Bool {
    !thorough && (target.type == .test || checked.contains(target.name))
  }
  for target in package.targets where target.type == .regular || target.type == .test {
    target.swiftSettings =
      (target.swiftSettings ?? [])
      + [.unsafeFlags(whole + (isChecked(target) ? unwatched : []), .when(configuration: .debug))]
  }
}
