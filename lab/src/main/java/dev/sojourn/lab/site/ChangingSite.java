package dev.sojourn.lab.site;

import dev.sojourn.lab.experiment.SiteDescription.Generated;
import dev.sojourn.lab.result.ChangeCounts;
import dev.sojourn.lab.site.PageHistory.PageState;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// A generated site whose pages change, come and go while servers read its folder. Files have the
/// times of the site, and are replaced in one step. Not thread-safe.
public final class ChangingSite {
  private static final double NANOS_A_DAY = (double) Duration.ofDays(1).toNanos();

  private final GeneratedSite site;
  private final PageHistory history;
  private final Path folder;

  /// On the same file system, but outside the folder, so that no server reads a half-written file.
  private final Path draft;

  private Map<Integer, PageState> now;

  /// Takes over a folder that [SiteFolder] created.
  ///
  /// @param description of the site
  /// @param seed the seed of the site
  /// @param folder of the site
  public ChangingSite(Generated description, long seed, Path folder) {
    this.site = new GeneratedSite(description, seed);
    this.history = new PageHistory(description, seed);
    this.folder = folder;
    this.draft = folder.resolveSibling(folder.getFileName() + ".draft");
    this.now = byNumber(history.at(0));
  }

  private static Map<Integer, PageState> byNumber(List<PageState> pages) {
    return pages.stream()
        .collect(Collectors.toMap(PageState::number, page -> page, (one, _) -> one, TreeMap::new));
  }

  /// Advances the time of the site.
  ///
  /// @param time since the start of the site; not earlier than in previous calls
  /// @return how many pages differ from the previous call
  /// @throws IOException if a file cannot be written or deleted
  public ChangeCounts moveTo(Duration time) throws IOException {
    double days = time.toNanos() / NANOS_A_DAY;
    var before = now;
    now = byNumber(history.at(days));
    int changed = 0;
    int added = 0;
    for (var page : now.values()) {
      var earlier = before.get(page.number());
      if (page.equals(earlier)) {
        continue;
      }
      write(site.path(page.number()), site.text(page.number(), page.version()), page.since());
      changed += earlier == null ? 0 : 1;
      added += earlier == null ? 1 : 0;
    }
    int gone = 0;
    for (var number : before.keySet()) {
      if (!now.containsKey(number)) {
        Files.deleteIfExists(file(site.path(number)));
        gone++;
      }
    }
    var start = site.startPage(now.keySet());
    if (!start.equals(site.startPage(before.keySet()))) {
      write(GeneratedSite.START, start, days);
      changed++;
    }
    return new ChangeCounts(changed, added, gone);
  }

  private Path file(String path) {
    return folder.resolve(path.substring(1));
  }

  private void write(String path, String text, double days) throws IOException {
    Files.writeString(draft, text);
    var at = GeneratedSite.BEGIN.plusNanos((long) (days * NANOS_A_DAY));
    Files.setLastModifiedTime(draft, FileTime.from(at));
    Files.move(
        draft, file(path), StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
  }
}
