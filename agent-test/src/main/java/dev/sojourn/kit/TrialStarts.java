package dev.sojourn.kit;

import dev.sojourn.agent.PageUrl;
import dev.sojourn.visit.trial.FolderVisit;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// The URLs at which a visit of a folder starts.
final class TrialStarts {
  private TrialStarts() {}

  /// {@return the start URLs; without paths, those of the site's root or of all HTML files}
  ///
  /// @param folder the pages
  /// @param origin the origin of the site
  /// @param paths the paths, such as `/guide/`
  /// @throws IllegalArgumentException if a start is not a path
  static List<String> of(Path folder, String origin, List<String> paths) throws IOException {
    var urls = new ArrayList<String>();
    for (var path : paths) {
      urls.add(
          PageUrl.parse(origin + path)
              .filter(_ -> path.startsWith("/"))
              .map(PageUrl::toString)
              .orElseThrow(
                  () ->
                      new IllegalArgumentException(
                          "start: " + path + " (expected: a path, as /a.html)")));
    }
    return urls.isEmpty() ? FolderVisit.usualStarts(folder, origin) : urls;
  }
}
