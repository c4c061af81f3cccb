extension SQLiteTables {
  /// Why a directory's tables cannot be used, in a sentence with the mend.
  package struct Unusable: Error, CustomStringConvertible {
    /// What was to be done with them.
    enum Purpose {
      case serve, read, copy
    }

    package let description: String
    /// The file is there and cannot be read.
    let isDamage: Bool

    init(_ error: any Error, _ directory: String, to purpose: Purpose = .serve) {
      let fault = StorageFault(error)
      isDamage = if case .corrupt = fault { true } else { false }
      if let unusable = error as? TableDatabase.Unusable {
        description = unusable.description
        return
      }
      switch (fault, purpose) {
      case (.corrupt(let what), _):
        description =
          "the tables in \(directory) cannot be read (\(what)); \(SQLiteTables.mend(in: directory))"
      case (.disk(let what), .serve), (.damaged(let what), .serve), (.undecided(let what), .serve):
        description =
          "tables cannot be kept in \(directory) (\(what)); see that its disk has room, of which a start needs "
          + "\(TableDatabase.roomToStart) kB, and that this user may write there, or name another directory with --data"
      case (.disk(let what), .read), (.damaged(let what), .read), (.undecided(let what), .read):
        description =
          "the tables in \(directory) cannot be read (\(what)); see that this user may read and write there, "
          + "and that its disk has room"
      case (.disk(let what), .copy), (.damaged(let what), .copy), (.undecided(let what), .copy):
        description =
          "nothing can be copied to \(directory) (\(what)); see that its disk has room and that this user may "
          + "write there, or name another directory"
      }
    }
  }

  /// The mend of damage. Where there is no file there is nothing that could be copied.
  static func mend(in directory: String) -> String {
    guard TableDatabase.bytes(of: directory + "/" + TableDatabase.fileName) > 0 else {
      return "keep what lies there aside, and go back to a backup"
    }
    return "copy what is readable with: baize check \(directory) --salvage NEW-DIRECTORY"
  }
}
