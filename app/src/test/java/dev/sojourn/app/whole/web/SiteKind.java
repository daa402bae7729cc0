package dev.sojourn.app.whole.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/// A site of a great crawl, and the results that must come home from it.
///
/// @param kind of site
/// @param start the URL that the crawl is given
/// @param site that answers; empty if no server answers there
/// @param expected results
public record SiteKind(String kind, String start, Optional<RawSite> site, Expected expected) {

  /// The results that must come home from a site.
  ///
  /// @param state of its territories; empty if there are none, since robots.txt could not be read
  /// @param outcomes the number of URLs by outcome, in the words of the crawl log
  /// @param indexed the paths of the pages that are in the index
  /// @param perhaps outcomes that depend on the moment at which the crawl left the site
  /// @param repeated the targets that its server may be asked for more than once
  public record Expected(
      String state,
      Map<String, Integer> outcomes,
      List<String> indexed,
      Set<String> perhaps,
      List<String> repeated) {

    /// A site that is read to its end.
    static Expected complete(List<String> indexed) {
      return new Expected(
          "complete", Map.of("fetched", indexed.size()), indexed, Set.of(), List.of());
    }

    /// {@return the same with other counts}
    Expected with(Map<String, Integer> counts) {
      return new Expected(state, counts, indexed, perhaps, repeated);
    }

    /// {@return the same, in part}
    Expected inPart() {
      return new Expected("in part", outcomes, indexed, perhaps, repeated);
    }

    /// {@return the same, with targets that may be asked for again}
    Expected repeating(String... targets) {
      return new Expected(state, outcomes, indexed, perhaps, List.of(targets));
    }
  }

  /// {@return the site's origin}
  public String origin() {
    return start.substring(0, start.indexOf('/', "http://".length()));
  }

  /// Compares the results with the expected ones.
  public void check(CrawlFiles files) {
    var outcomes = new TreeMap<String, Integer>();
    var states = new TreeSet<String>();
    for (var territory : files.territories(origin())) {
      states.add(territory.path("state").asText());
      territory
          .path("urls")
          .path("outcomes")
          .properties()
          .forEach(each -> outcomes.merge(each.getKey(), each.getValue().asInt(), Integer::sum));
    }
    outcomes.values().removeIf(count -> count == 0);
    outcomes.keySet().removeAll(expected.perhaps());
    var here = files.territories(origin());
    assertThat(outcomes).describedAs("%s: %s", this, here).isEqualTo(expected.outcomes());
    if (expected.state().isEmpty()) {
      assertThat(here).describedAs("%s", this).isEmpty();
      assertThat(files.site(origin()).path("robots").asText())
          .describedAs("%s: %s", this, files.site(origin()))
          .isEqualTo("unreachable");
    } else {
      assertThat(states).describedAs("%s: %s", this, here).containsOnly(expected.state());
    }
    assertThat(
            files.pages().keySet().stream()
                .filter(url -> url.startsWith(origin() + "/"))
                .map(url -> url.substring(origin().length())))
        .describedAs("%s: findings", this)
        .containsExactlyInAnyOrderElementsOf(expected.indexed());
  }

  /// Checks the requests that came: no target twice, one at a time, robots.txt before all.
  public void checkRequests() {
    if (site.isEmpty() || site.get().asked().isEmpty()) {
      return;
    }
    var targets = site.get().targets();
    assertThat(targets.getFirst()).describedAs("%s", this).isEqualTo("/robots.txt");
    var twice =
        targets.stream().collect(Collectors.groupingBy(each -> each, Collectors.counting()));
    twice.keySet().removeAll(expected.repeated());
    assertThat(twice.values()).describedAs("%s: %s", this, twice).allMatch(times -> times == 1);
    // A request that timed out is under way at its server for a moment longer.
    if (!expected.outcomes().containsKey("timed-out")) {
      assertThat(site.get().mostUnderWay()).describedAs("%s: requests at once", this).isOne();
    }
  }

  @Override
  public String toString() {
    return kind + " at " + start;
  }
}
