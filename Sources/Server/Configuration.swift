package import Store
import Wire

/// Every default and limit of the server in one place, units in the names.
package struct Configuration: Sendable {
  package var host = "127.0.0.1"
  package var port: UInt16 = 8080
  /// A Unix socket to listen at instead, and its file's permissions.
  package var unixPath: String?
  package var unixMode: UInt32 = 0o660
  /// Who may say for whom they ask.
  package var proxies = Proxies()
  package var loops = 1
  /// Mount `/lab/echo`, `/lab/sub` and `/lab/pub`, for conformance and comparison.
  package var lab = false
  /// Origins that may connect beside the server's own.
  package var originsAllowed: [String] = []
  package var version = "0.1.0"
  /// What opens `/operator`; nil: nothing does, and it is not there.
  package var operatorToken: OperatorToken?

  /// How far what is told to many is compressed.
  package var compression = Compression.shared

  package var commandsPerSecond = 20
  package var commandsBurst = 40
  package var hoversPerSecond = 30
  package var hoversBurst = 60
  /// Messages and pings of any kind, before they are even looked at; more than this ends the connection.
  package var messagesPerSecond = 200
  package var messagesBurst = 400
  /// Tables that one visit may open: at once, then one each second.
  package var opensBurst = 10

  /// Threads that say whether games can be won; 0: nobody is told.
  package var solverThreads = 1
  /// Of memory, for all searches together, in bytes.
  package var solverBytesMax = 256 << 20
  /// How far searches stand behind all else for the cores, as `nice` counts it, 1 to 19; or 20: they get only what
  /// nobody else wants.
  package var solverNice = 20
  /// Deals that can be won which are kept of each game, as many of open ones and of sealed ones; 0: none is dealt.
  package var bankDeals = 0
  /// How often one guest may ask whether a game can be won; a network may eight times as often.
  package var questionsPerSecond = 4
  package var questionsBurst = 40

  /// Uploads of one guest.
  package var uploadsPerSecond = 5
  package var uploadsBurst = 200

  package var headMillisecondsMax: Int64 = 5_000
  package var helloMillisecondsMax: Int64 = 5_000
  package var keepAliveMillisecondsMax: Int64 = 30_000
  /// A body is given up when fewer bytes than this come in such a time, unless they are its rest.
  package var bodyPaceMilliseconds: Int64 = 10_000
  package var bodyPaceBytes = 320 * 1024
  /// A request that is understood is answered by then.
  package var answerMillisecondsMax: Int64 = 30_000
  /// How long what a refused peer goes on sending is passed over, so that it hears why.
  package var refusalMillisecondsMax: Int64 = 5_000
  package var heartbeatMilliseconds: Int64 = 20_000
  /// Nothing at all was heard for so long: the peer is gone.
  package var silenceMillisecondsMax: Int64 = 65_000
  /// A connection that asked for a file or is let go, and of whose answers the kernel took nothing for so long, is
  /// given up. A visit may stop reading for longer, while no more than `outboxBytesMax` waits for it.
  package var slowReaderMillisecondsMax: Int64 = 10_000
  package var goodbyeMillisecondsMax: Int64 = 1_000
  /// At the end all are told within this time to come back.
  package var drainMilliseconds: Int64 = 5_000
  /// No fewer than so many in a second on each loop, so that few are gone at once.
  package var drainTellsPerSecondMin: Int64 = 1_000
  /// A player's last answers are waited for so long.
  package var partingMillisecondsMax: Int64 = 1_000
  package var visitMillisecondsMax: Int64 = 600_000
  package var lobbyMilliseconds: Int64 = 500
  /// How many in the lobby are told its list in one turn.
  package var lobbyTellsPerTurnMax = 64

  /// Over all loops; never more than descriptors allow.
  package var connectionsMax = 20_000
  /// Of one IPv4 address, or one /64 network of IPv6. This machine's own programs are not counted.
  package var connectionsPerAddressMax = 256
  package var roomsMax = 10_000
  /// How many of those one guest, and one network, may keep awake.
  package var awakePerGuestMax = 64
  package var awakePerNetworkMax = 1_024
  /// What all of them take in memory, in bytes.
  package var tableMemoryMax = 1 << 30
  /// A network that has no more awake on a loop gives none of them to others.
  package var tablesLeftToNetworkMin = 4
  package var roomsPerConnectionMax = WireLimits.roomsMax
  /// An untouched room without members is let go after this long; a finished one sooner.
  package var roomIdleMillisecondsMax: Int64 = 1_800_000
  /// A table that nobody came to after its opening.
  package var roomUnusedIdleMillisecondsMax: Int64 = 30_000
  /// How often one guest may ask for tables that must be looked up, whether or not they exist; a network may eight
  /// times as often.
  package var wakingsPerSecond = 4
  package var wakingsBurst = 64
  /// How often one guest may ask for the list of their tables; a network may eight times as often.
  package var listsPerSecond = 2
  package var listsBurst = 20
  /// An unused table is spared this long when places are scarce.
  package var roomUnusedMillisecondsMin: Int64 = 2_000
  package var roomFinishedIdleMillisecondsMax: Int64 = 120_000
  /// Where tables are kept, one without members falls asleep after this long, and wakes when somebody comes.
  package var roomAwakeMillisecondsMax: Int64 = 60_000
  /// Tables that nobody came to for so many days are forgotten; 0: none ever is.
  package var keepDays = 365
  /// How often such tables are looked for, and how many are forgotten then: few at once, since a commit that players
  /// wait for deletes their records.
  package var retentionMilliseconds: Int64 = 1_000
  package var deletedAtOnceMax = 8
  /// How often blobs are looked for that no table names, and how soon after the start.
  package var blobRoundMilliseconds: Int64 = 86_400_000
  package var firstBlobRoundMilliseconds: Int64 = 600_000
  /// So long a blob stays in any case after somebody brought or named it.
  package var blobGraceMilliseconds: Int64 = 86_400_000
  package var visitsMax = 100_000
  /// Of one network so many visits without a seat can be gone on with when their connections have ended.
  package var restingVisitsPerNetworkMax = 2_000

  /// Requests of one connection that are not understood yet; the rest waits in the kernel. More than a head may
  /// have (`HTTPLimits`), so that there is always room for the end of one.
  package var inboxBytesMax = 32 * 1024
  package var outboxBytesMax = 512 * 1024
  /// The same of who only watches: some snapshots of the largest boards.
  package var spectatorOutboxBytesMax = 192 * 1024
  /// A connection for which so much waits is not heard until its peer has read.
  package var unreadBytesMax = 64 * 1024
  /// What waits to be read, of all connections together; files that all share are not counted.
  package var unreadBytesInFlightMax = 64 * 1024 * 1024
  /// The description of a board or a game.
  package var descriptionBytesMax = 64 * 1024
  /// Bodies that are being received or written, all together.
  package var uploadBytesInFlightMax = 64 * 1024 * 1024
  package var blobs = Blobs.Limits()
  /// What can be opened by its name.
  package var games = GameShelf()
  /// Of each encoding, while somebody lacks it.
  package var galleryLogBytesMax = 256 * 1024
  /// What lies ready in one piece leaves in one send; what must be gathered first, in smaller ones. One connection is
  /// sent no more than that in one turn.
  package var sendBytesMax = 64 * 1024
  package var gatheredBytesMax = 16 * 1024
  /// What the kernel may hold unsent of what a spectator is told.
  package var spectatorUnsentBytesMax = 16 * 1024
  package var labMessageBytesMax = 16 * 1024 * 1024
  /// Sends in one turn of a loop, so that a large audience cannot make a player wait.
  package var sendsPerTurnMax = 64
  /// Of all bodies, and of all that is passed over, a loop reads so much in a millisecond.
  package var bulkBytesPerMillisecondMax = 32 * 1024
  /// In one turn of a loop so long it reads what came, and so long it does what waits; what is left over comes in the
  /// next one. Whatever is begun is done.
  package var turnMicrosecondsMax = 200
  /// Of a turn, for the rounds in which all tables and all connections are looked at; each looks at one at least.
  package var roundMicrosecondsMax = 100
  /// Of one network so many messages to rooms wait for one loop; what else it says is refused.
  package var waitingOfNetworkMax = 256
  /// Reads from one connection in one turn.
  package var readsPerTurnMax = 4
  package var refusalsInARowMax = 200
  /// Messages, pings and pongs before the hello is understood; and those that cost nothing while nobody talks.
  package var framesWithoutConversationMax: UInt8 = 16
  /// How many conversations are looked at in one tick for being over.
  package var conversationsSeenPerTickMax = 4_096
  /// Requests of one connection that are answered in one turn.
  package var requestsPerTurnMax = 16
  /// The same of all connections of a loop.
  package var requestsPerTurnOfAllMax = 32
  /// What is said behind a put whose texts are being read, or behind much that is not read.
  package var messagesBehindMax = 256
  package var badMessagesMax = 20

  package enum Compression: Sendable {
    /// Nothing is.
    case off
    /// Each message by itself.
    case noContext
    /// Each message against those before it.
    case shared
  }

  package var drainSeconds: Int {
    get { Int(drainMilliseconds / 1000) }
    set { drainMilliseconds = Int64(newValue) * 1000 }
  }

  var bodyPace: Upload.Pace { Upload.Pace(bytes: bodyPaceBytes, milliseconds: bodyPaceMilliseconds) }

  package init() {}
}
