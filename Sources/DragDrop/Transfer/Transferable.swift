/// A value that can travel as data, in one or several ways.
///
///     struct Contact: Identifiable, Hashable, Transferable {
///       var id = 0  // 0 until a book takes it
///       var givenName: Text
///       var phoneNumber: Text = ""
///
///       static var transferRepresentation: some TransferRepresentation<Contact> {
///         DataRepresentation(contentType: .vCard) {
///           $0.vCard
///         } importing: {
///           Contact(vCard: $0)
///         }
///         .suggestedFileName { $0.givenName }
///         ProxyRepresentation {
///           $0.phoneNumber
///         } importing: {
///           Contact(givenName: $0)
///         }
///       }
///     }
public protocol Transferable: Sendable {
  associatedtype Representation: TransferRepresentation where Representation.Item == Self

  /// Ways to send and to read the value, the best first.
  @TransferRepresentationBuilder<Self> static var transferRepresentation: Representation { get }
}

/// One way, or several in order, to turn items into data and back.
public protocol TransferRepresentation<Item>: Sendable {
  associatedtype Item: Sendable

  /// All of its ways.
  var transfer: Transfer<Item> { get }
}

extension TransferRepresentation {
  /// What a file of the item is to be called, without an extension: the content type's is added. Where
  /// several names are suggested the last one counts.
  public func suggestedFileName(_ name: @escaping @Sendable (Item) -> Text) -> Transfer<Item> {
    changed { $0.fileName = name }
  }

  /// Items for which the condition does not hold are not given away in this way.
  public func exportingCondition(_ condition: @escaping @Sendable (Item) -> Bool) -> Transfer<Item> {
    changed { $0.condition = condition }
  }

  /// Larger data is refused with `TransferError.tooLarge` before anything looks into it.
  /// - Parameter bytes: the most that is taken; 1,048,576 where this is not called.
  public func importLimit(bytes: Int) -> Transfer<Item> {
    changed { $0.bytesMax = bytes }
  }

  private func changed(_ change: (inout Transfer<Item>.Way) -> Void) -> Transfer<Item> {
    var ways = transfer.ways
    for index in ways.indices { change(&ways[index]) }
    return Transfer(ways: ways)
  }
}

/// Lists representations in the order of preference.
@resultBuilder
public enum TransferRepresentationBuilder<Item: Sendable> {
  public static func buildExpression<R: TransferRepresentation>(_ representation: R) -> Transfer<Item>
  where R.Item == Item {
    representation.transfer
  }
  public static func buildBlock(_ transfers: Transfer<Item>...) -> Transfer<Item> {
    Transfer(ways: transfers.flatMap { $0.ways })
  }
}

/// Plain text travels as itself.
extension Text: Transferable {
  public static var transferRepresentation: some TransferRepresentation<Text> {
    DataRepresentation(contentType: .plainText) {
      $0.bytes
    } importing: {
      Text(validating: $0)
    }
  }
}
