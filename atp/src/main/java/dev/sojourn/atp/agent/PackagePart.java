package dev.sojourn.atp.agent;

/// The parts of a package, in the order in which they travel.
public enum PackagePart {
  /// Magic number, version and number of parts.
  HEADER(0),
  /// The signed passport.
  PASSPORT(1),
  /// The code jar.
  CODE(2),
  /// The agent's state.
  STATE(3),
  /// One statement of the hop log.
  HOP(4);

  private final int tag;

  PackagePart(int tag) {
    this.tag = tag;
  }

  /// The byte that announces the part; the header has no such byte on the wire.
  int tag() {
    return tag;
  }

  /// {@return the name for messages, for example `hop log`}
  public String words() {
    return switch (this) {
      case HEADER -> "header";
      case PASSPORT -> "passport";
      case CODE -> "code";
      case STATE -> "state";
      case HOP -> "hop log";
    };
  }
}
