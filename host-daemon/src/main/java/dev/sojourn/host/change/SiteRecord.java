package dev.sojourn.host.change;

import dev.sojourn.host.stay.ChangeListener;
import dev.sojourn.host.stay.ChangeMark;
import java.io.IOException;
import java.util.Optional;

/// Writes the record of one site, for its watch. Each check has a number. It first records the
/// changes under this number, then stores the number, and then reports the changes. Thus a crash in
/// between leaves changes that are recorded but not reported, never the reverse.
///
/// Used by one thread only.
final class SiteRecord {
  private final String origin;
  private final String kind;
  private final ChangeLog log;
  private final ChangeListener listener;
  private Optional<ChangeMark> before = Optional.empty();
  private long generation;

  /// Whether changes may be recorded but not reported, as after a crash in between.
  private boolean isUnreported = true;

  /// @param kind prefix of the names of such records; empty, or ends with its only colon
  /// @param listener receives each recorded change
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

  /// Begins a check. Deletes a record of another kind of site, because its names mean other pages.
  /// Also deletes a record that an earlier process did not finish creating.
  ///
  /// @return number of this check's changes
  long begin() throws IOException {
    before = log.mark(origin).filter(mark -> isOf(kind, mark));
    if (before.isEmpty()) {
      log.forget(origin);
    }
    generation = before.isEmpty() ? 0 : log.lastRecorded(origin).orElse(0L) + 1;
    return generation;
  }

  /// {@return whether a record belongs to a kind of site}
  static boolean isOf(String kind, ChangeMark mark) {
    return mark.record().substring(0, mark.record().indexOf(':') + 1).equals(kind);
  }

  /// Ends a check: stores its number on disk, then reports its changes.
  ///
  /// @param changed number of changed pages
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

  /// Records that a check failed and may be partly recorded.
  void failed() {
    isUnreported = true;
  }
}
