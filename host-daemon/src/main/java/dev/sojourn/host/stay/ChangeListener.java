package dev.sojourn.host.stay;

/// Receives changes of pages after they are recorded. Thread-safe.
public interface ChangeListener {
  /// Reports that pages changed.
  ///
  /// @param origin of the site
  /// @param change the last change; all earlier ones were already reported
  void changed(String origin, ChangeMark change);

  /// Reports that pages may have changed at any time, as while this process did not run.
  ///
  /// @param origin of the site
  void mayHaveChanged(String origin);
}
