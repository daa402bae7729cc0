package dev.sojourn.robots;

/// The route for a URL: the host that takes mobile agents for it.
public sealed interface Route {

  /// A host takes agents.
  ///
  /// @param host where to send them
  /// @param line the line that decided, from 1
  record Host(HostUrl host, int line) implements Route {
    @Override
    public String toString() {
      return host.toString();
    }
  }

  /// The site says that no host takes agents; classic crawling is not forbidden by it.
  ///
  /// @param line the line that decided, from 1
  record None(int line) implements Route {
    @Override
    public String toString() {
      return "none";
    }
  }

  /// No line says anything about the URL.
  record Unspecified() implements Route {
    @Override
    public String toString() {
      return "unspecified";
    }
  }

  /// The file was longer than the part that was read, or has too many route lines: an unseen later
  /// line could say anything. No agent may be sent.
  record Indeterminate() implements Route {
    @Override
    public String toString() {
      return "indeterminate";
    }
  }

  /// {@return the number of the line that decided, or 0 if none did}
  default int decidingLine() {
    return switch (this) {
      case Host(_, var line) -> line;
      case None(var line) -> line;
      case Unspecified(), Indeterminate() -> 0;
    };
  }
}
