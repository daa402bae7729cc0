package dev.sojourn.lab.experiment;

import java.util.Locale;

/// The names of the parts of a generated site.
public final class SiteParts {
  private SiteParts() {}

  /// {@return the path of a part, for example `/part-03/`}
  ///
  /// @param number from 0
  public static String path(int number) {
    return String.format(Locale.ROOT, "/part-%02d/", number);
  }
}
