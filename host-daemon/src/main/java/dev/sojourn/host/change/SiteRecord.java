package dev.sojourn.host.change;

import dev.sojourn.host.stay.ChangeListener;
import dev.sojourn.host.stay.ChangeMark;
import java.io.IOException;
import java.util.Optional;

/// The record of one site, as its watch writes it. Each look has a number. Its changes are recorded
/// under the number, then the number is kept, and then the changes are reported. So a process that
/// ends in between leaves changes that were recorded and not reported, never the reverse.
///
/// For one thread.
final class SiteRecord {
  private final String origin;
  private final String kind;
  private final ChangeLog log;
  private final ChangeListener listener;
  private Optional<ChangeMark> before = Optional.empty();
  private long generation;

  /// Changes may be recorded but not reported, as by a process that ended in between.
  private boolean isUnreported = true;

  /// @param kind begins the names of the records of such sites; empty, or ends with its only colon
  /// @param listener hears of each recorded change
  SiteRecord(String origin, String kind, ChangeLog log, ChangeListener listener) {
    this.origin = origin;
    this.kind = kind;
    this.log = log;
    this.listener = listener;
  }

  /// {@return whether changes may be recorded but not reported}
  boolean isUnreported() {
    return isUnreported;
  }

  /// Begins a look. A record of another kind of site is forgotten, since its names mean other
  /// pages. So is one that was not begun before the process ended.
  ///
  /// @return the number for what changed
  long begin() throws IOException {
    before = log.mark(origin).filter(mark -> isOf(kind, mark));
    if (before.isEmpty()) {
      log.forget(origin);
    }
    generation = before.isEmpty() ? 0 : log.lastRecorded(origin).orElse(0L) + 1;
    return generation;
  }

  /// {@return whether a record is of a kind of site}
  static boolean isOf(String kind, ChangeMark mark) {
    return mark.record().substring(0, mark.record().indexOf(':') + 1).equals(kind);
  }

  /// Ends a look: records that all changes up to its number are on disk, then reports them.
  ///
  /// @param changed how many pages changed
  void end(int changed) throws IOException {
    long last = changed > 0 ? generation : generation - 1;
    if (before.isEmpty()) {
      log.begin(origin, kind);
      listener.mayHaveChanged(origin);
    } else {
      boolean isNew = last > before.get().generation();
      if (isNew) {
        log.keep(origin, last);
      }
      if (isUnreported) {
        listener.mayHaveChanged(origin);
      } else if (isNew) {
        listener.changed(origin, new ChangeMark(before.get().record(), last));
      }
    }
    isUnreported = false;
  }

  /// A look failed, so that a part of it may be recorded.
  void failed() {
    isUnreported = true;
  }
}
