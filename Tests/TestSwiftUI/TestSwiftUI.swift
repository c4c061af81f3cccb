/// Names that SwiftUI has too, each as it is there in kind: with them a test meets what a file does that imports both.
public protocol View {}

public struct ForEach<Data, Content: View>: View {
  public init(_ data: Data, content: (Data) -> Content) {}
}

public struct Text: View {
  public init(_ content: String) {}
}

public protocol Transferable {}

public enum DropOperation: Sendable { case cancel, forbidden, copy, move, delete, alias }
