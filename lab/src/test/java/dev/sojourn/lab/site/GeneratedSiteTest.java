package dev.sojourn.lab.site;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sojourn.lab.experiment.SiteDescription.Generated;
import dev.sojourn.lab.experiment.SiteDescription.Rates;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Generated sites: size, links, and that a seed gives one site.
final class GeneratedSiteTest {
  private static final Pattern LINK = Pattern.compile("href=\"([^\"]+)\"");

  @TempDir private Path temp;

  @ParameterizedTest
  @CsvSource({"1, 1, 0", "300, 1, 0", "301, 4, 0.1", "1000, 16, 0.5", "70, 7, 0.8"})
  void everyPageIsFoundFromTheStartPageAndNothingElse(int pages, int parts, double leaving)
      throws IOException {
    var site = new Generated("/", pages, 2_048, 20, 4, parts, leaving, 0, 0, Rates.NONE);
    var files = written(site, 5, "site");

    assertThat(files).hasSize(pages + 1);
    var found = new HashSet<String>();
    var waiting = new ArrayDeque<String>();
    waiting.add("/index.html");
    while (!waiting.isEmpty()) {
      var path = waiting.remove();
      if (found.add(path)) {
        assertThat(files).containsKey(path);
        LINK.matcher(files.get(path)).results().map(link -> link.group(1)).forEach(waiting::add);
      }
    }
    assertThat(found).isEqualTo(files.keySet());
  }

  @Test
  void theShareOfLinksThatLeaveAPartIsKept() throws IOException {
    int pages = 1_000;
    var files =
        written(new Generated("/", pages, 2_048, 20, 4, 4, 0.13, 0, 0, Rates.NONE), 5, "site");
    files.remove("/index.html");
    long[] counts = new long[2];
    files.forEach(
        (path, text) ->
            LINK.matcher(text)
                .results()
                .forEach(
                    link -> {
                      counts[0]++;
                      counts[1] += link.group(1).startsWith(path.substring(0, 9)) ? 0 : 1;
                    }));

    assertThat(counts[0]).isEqualTo(pages * 20);
    assertThat((double) counts[1] / counts[0]).isEqualTo(0.13, within(0.005));
  }

  @Test
  void pagesHaveTheSizeThatWasAskedFor() throws IOException {
    var files =
        written(new Generated("/", 400, 16 << 10, 20, 4, 1, 0, 0, 0, Rates.NONE), 5, "site");

    assertThat(files.values().stream().mapToInt(String::length).average().orElseThrow())
        .isEqualTo(16 << 10, within(1_000.0));
  }

  @Test
  void threeTenthsOfAPageAreText() throws IOException {
    var files =
        written(new Generated("/", 100, 16 << 10, 20, 4, 1, 0, 0, 0, Rates.NONE), 5, "site");
    var html = String.join("", files.values());
    var text = html.replaceAll("<[^>]*>", "");

    assertThat((double) text.length() / html.length()).isEqualTo(0.3, within(0.05));
  }

  @Test
  void aSeedGivesOneSiteAndAnotherSeedAnother() throws IOException {
    var site = new Generated("/", 50, 2_048, 20, 4, 2, 0.1, 0, 0, Rates.NONE);

    assertThat(written(site, 5, "a")).isEqualTo(written(site, 5, "b"));
    assertThat(written(site, 6, "c")).isNotEqualTo(written(site, 5, "d"));
  }

  @Test
  void theShareOfChangedPagesHasOtherTextAndTheSameLinks() throws IOException {
    var before =
        written(new Generated("/", 300, 2_048, 20, 4, 1, 0, 0, 0, Rates.NONE), 5, "before");
    var after =
        written(new Generated("/", 300, 2_048, 20, 4, 1, 0, 0.2, 0, Rates.NONE), 5, "after");
    var changed = new HashMap<>(after);
    changed.entrySet().removeAll(before.entrySet());

    assertThat(changed.size() / 300.0).isEqualTo(0.2, within(0.05));
    changed.forEach(
        (path, text) -> assertThat(links(text)).isEqualTo(links(before.getOrDefault(path, ""))));
  }

  @Test
  void theShareOfRelevantPagesHasTheWordAndTheOthersAreAsWithoutIt() throws IOException {
    var site = new Generated("/", 1_000, 2_048, 20, 4, 1, 0, 0, 0.2, Rates.NONE);
    var files = written(site, 5, "with");
    var without = written(new Generated("/", 1_000, 2_048, 20, 4, 1, 0, 0, 0, Rates.NONE), 5, "w");
    var relevant =
        files.values().stream().filter(text -> text.contains(GeneratedSite.RELEVANT)).count();

    assertThat(relevant / 1_000.0).isEqualTo(0.2, within(0.05));
    assertThat(without.values()).noneMatch(text -> text.contains(GeneratedSite.RELEVANT));
    assertThat(files.entrySet().stream().filter(without.entrySet()::contains))
        .hasSize(1_001 - (int) relevant);
  }

  private static List<String> links(String text) {
    return LINK.matcher(text).results().map(link -> link.group(1)).toList();
  }

  private Map<String, String> written(Generated site, long seed, String name) throws IOException {
    var folder = Files.createDirectories(temp.resolve(name));
    new GeneratedSite(site, seed).write(folder);
    var files = new TreeMap<String, String>();
    try (var paths = Files.walk(folder)) {
      for (var path : paths.filter(Files::isRegularFile).toList()) {
        files.put("/" + folder.relativize(path), Files.readString(path));
      }
    }
    return files;
  }
}
