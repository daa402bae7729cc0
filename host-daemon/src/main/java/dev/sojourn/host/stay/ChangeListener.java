package dev.sojourn.host.stay;

/// Hears of changes of pages, after they are recorded. Safe for use by many threads.
public interface ChangeListener {
  /// Hears that pages changed.
  ///
  /// @param origin of the site
  /// @param change the last one; those before it were reported already
  void changed(String origin, ChangeMark change);

  /// Hears that pages may have changed at any time, as while this process did not run.
  ///
  /// @param origin of the site
  void mayHaveChanged(String origin);
}
