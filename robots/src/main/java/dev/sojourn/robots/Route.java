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

  /// The site says that no host takes agents. This does not forbid classic crawling.
  ///
  /// @param line the line that decided, from 1
  record None(int line) implements Route {
    @Override
    public String toString() {
      return "none";
    }
  }

  /// No line matches the URL.
  record Unspecified() implements Route {
    @Override
    public String toString() {
      return "unspecified";
    }
  }

  /// The file was longer than the limit or has too many route lines, so that an unread line could
  /// decide. No agent may be sent.
  record Indeterminate() implements Route {
    @Override
    public String toString() {
      return "indeterminate";
    }
  }

  /// {@return the number of the deciding line, or 0 if there is none}
  default int decidingLine() {
    return switch (this) {
      case Host(_, var line) -> line;
      case None(var line) -> line;
      case Unspecified(), Indeterminate() -> 0;
    };
  }
}
