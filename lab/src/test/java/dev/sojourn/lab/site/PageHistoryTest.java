package dev.sojourn.lab.site;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sojourn.lab.experiment.SiteDescription.Generated;
import dev.sojourn.lab.experiment.SiteDescription.Rates;
import dev.sojourn.lab.result.ChangeCounts;
import dev.sojourn.lab.site.PageHistory.PageState;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The history of a site: counts and times of a Poisson process, and the same ones from each seed.
final class PageHistoryTest {
  private static final Pattern LINK = Pattern.compile("href=\"([^\"]+)\"");
  private static final int PAGES = 20_000;

  @TempDir private Path temp;

  private static Generated site(int pages, double changing, double coming, double going) {
    return new Generated("/", pages, 1_024, 6, 3, 2, 0, 0, 0, new Rates(changing, coming, going));
  }

  /// With this many pages, each share is within four standard deviations (0.0036) of its
  /// probability.
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 42})
  void changesOfAPageHaveTheDistributionOfPoisson(long seed) {
    double mean = 0.5 * 3;
    var versions =
        new PageHistory(site(PAGES, 0.5, 0, 0), seed)
            .at(3).stream()
                .collect(Collectors.groupingBy(PageState::version, Collectors.counting()));

    double probability = Math.exp(-mean);
    for (int count = 0; count < 6; count++) {
      assertThat(versions.getOrDefault(count, 0L) / (double) PAGES)
          .as("%d changes", count)
          .isEqualTo(probability, within(0.0145));
      probability *= mean / (count + 1);
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 42})
  void pagesComeAndGoAtTheirRates(long seed) {
    var pages = new PageHistory(site(PAGES, 0, 0.1, 0.2), seed).at(5);
    long old = pages.stream().filter(page -> page.number() < PAGES).count();
    long born = pages.stream().filter(page -> page.number() >= PAGES).count();

    assertThat(old / (double) PAGES).isEqualTo(Math.exp(-1), within(0.0145));
    // Pages that came at s are still there with exp(-0.2 (5 - s)).
    assertThat(born / (double) PAGES).isEqualTo(0.1 * (1 - Math.exp(-1)) / 0.2, within(0.017));
    assertThat(pages).extracting(PageState::number).isSorted().doesNotHaveDuplicates();
    assertThat(pages).allMatch(page -> page.since() >= 0 && page.since() <= 5);
  }

  @Test
  void aHistoryDoesNotDependOnWhenItIsLookedAtNorOnTheOtherRates() {
    var history = new PageHistory(site(500, 0.3, 0.1, 0.1), 7);
    var late = byNumber(history, 4);
    var early = byNumber(history, 2);

    assertThat(byNumber(new PageHistory(site(500, 0.3, 0.1, 0.1), 7), 4)).isEqualTo(late);
    assertThat(byNumber(new PageHistory(site(500, 0.3, 0.1, 0.1), 8), 4)).isNotEqualTo(late);
    early.forEach(
        (number, page) -> {
          var later = late.get(number);
          assertThat(later == null || later.version() >= page.version()).isTrue();
        });
    var alone = byNumber(new PageHistory(site(500, 0.3, 0, 0), 7), 4);
    late.forEach(
        (number, page) -> {
          if (number < 500) {
            assertThat(page).isEqualTo(alone.get(number));
          }
        });
    assertThat(new PageHistory(site(500, 0, 0, 0), 7).at(1_000))
        .hasSize(500)
        .allMatch(page -> page.version() == 0);
  }

  private static Map<Integer, PageState> byNumber(PageHistory history, double days) {
    return history.at(days).stream()
        .collect(Collectors.toMap(PageState::number, Function.identity()));
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 42})
  void theFolderHasTheChangesThatAreReportedAndEveryPageIsFound(long seed) throws IOException {
    var description = site(120, 0.2, 0.1, 0.1);
    var folder = Files.createDirectories(temp.resolve("site"));
    new GeneratedSite(description, seed).write(folder);
    var site = new ChangingSite(description, seed, folder);
    var before = files(folder);
    assertThat(site.moveTo(Duration.ZERO)).isEqualTo(ChangeCounts.NONE);

    for (int day : IntStream.of(1, 3, 10, 40).toArray()) {
      var noted = site.moveTo(Duration.ofDays(day));
      var after = files(folder);

      assertThat(noted).isEqualTo(difference(before, after));
      assertThat(noted.sum()).isPositive();
      assertThat(reached(after)).isEqualTo(after.keySet());
      before = after;
    }
    assertThat(temp).isDirectoryNotContaining("glob:**.draft");
  }

  @Test
  void filesAreDatedByTheTimeOfTheSite() throws IOException {
    var description = site(40, 0.5, 0, 0);
    var folder = Files.createDirectories(temp.resolve("site"));
    new GeneratedSite(description, 3).write(folder);
    var path = folder.resolve("part-01/000004.html");
    assertThat(Files.getLastModifiedTime(path).toInstant()).isEqualTo(GeneratedSite.BEGIN);

    new ChangingSite(description, 3, folder).moveTo(Duration.ofDays(20));

    assertThat(Files.getLastModifiedTime(path).toInstant())
        .isAfter(GeneratedSite.BEGIN)
        .isBefore(GeneratedSite.BEGIN.plus(Duration.ofDays(20)));
  }

  private static ChangeCounts difference(Map<String, String> before, Map<String, String> after) {
    long changed =
        after.keySet().stream()
            .filter(path -> before.containsKey(path) && !after.get(path).equals(before.get(path)))
            .count();
    long added = after.keySet().stream().filter(path -> !before.containsKey(path)).count();
    long gone = before.keySet().stream().filter(path -> !after.containsKey(path)).count();
    return new ChangeCounts((int) changed, (int) added, (int) gone);
  }

  private static HashSet<String> reached(Map<String, String> files) {
    var found = new HashSet<String>();
    var waiting = new ArrayDeque<String>();
    waiting.add("/index.html");
    while (!waiting.isEmpty()) {
      var path = waiting.remove();
      var text = files.get(path);
      // A link to a page that is gone is broken.
      if (text != null && found.add(path)) {
        LINK.matcher(text).results().map(link -> link.group(1)).forEach(waiting::add);
      }
    }
    return found;
  }

  private static Map<String, String> files(Path folder) throws IOException {
    var files = new TreeMap<String, String>();
    try (var paths = Files.walk(folder)) {
      for (var path : paths.filter(Files::isRegularFile).toList()) {
        files.put("/" + folder.relativize(path), Files.readString(path));
      }
    }
    return files;
  }
}
