package dev.sojourn.page.parse;

/// Counts the work on one page, and runs the check of its time after each share of work. Each loop
/// over characters or nodes of a page counts its steps here, so that no page can keep the parser
/// busy for long between two checks. For use by one thread.
final class WorkMeter {
  /// The most characters between two checks, if all work is on characters.
  static final int SHARE_CHARS = 32 << 10;

  /// A node counts as this number of characters.
  static final int NODE_CHARS = 32;

  private final Runnable check;
  private long left = SHARE_CHARS;

  /// @param check its exception ends the work
  WorkMeter(Runnable check) {
    this.check = check;
  }

  /// {@return a meter without a check}
  static WorkMeter unchecked() {
    return new WorkMeter(() -> {});
  }

  /// Counts one step over a node.
  void node() {
    characters(NODE_CHARS);
  }

  /// Counts steps over characters.
  ///
  /// @param count the number of characters, at least 0; what takes longer counts more
  void characters(long count) {
    left -= count;
    if (left <= 0) {
      checkNow();
    }
  }

  /// Runs the check.
  void checkNow() {
    left = SHARE_CHARS;
    check.run();
  }
}
