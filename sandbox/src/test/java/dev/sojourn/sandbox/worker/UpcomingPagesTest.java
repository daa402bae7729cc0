package dev.sojourn.sandbox.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sojourn.agent.Frontier;
import dev.sojourn.agent.KnownPage;
import dev.sojourn.agent.KnownPages;
import dev.sojourn.agent.PagePrint;
import dev.sojourn.agent.PageValidators;
import dev.sojourn.agent.Scope;
import dev.sojourn.filter.UrlFilter;
import dev.sojourn.sandbox.pipe.FromWorker;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class UpcomingPagesTest {
  private static final Scope SCOPE = Scope.site("http://h");

  private final Frontier frontier = new Frontier();

  @Test
  void eachPageIsReportedOnceAndInTheOrderOfTheFrontier() {
    var upcoming = new UpcomingPages(SCOPE, UrlFilter.NONE, 2);
    frontier.addAll(List.of("http://h/a", "http://h/b", "http://h/c"));
    assertThat(upcoming.of(frontier).urls()).containsExactly("http://h/a", "http://h/b");
    assertThat(upcoming.of(frontier).urls()).isEmpty();
    frontier.take();
    assertThat(upcoming.of(frontier).urls()).containsExactly("http://h/c");
    frontier.take();
    frontier.add("http://h/d");
    assertThat(upcoming.of(frontier).urls()).containsExactly("http://h/d");
  }

  @Test
  void pagesOutsideTheScopeAndVeryLongUrlsAreUnreported() {
    frontier.addAll(List.of("http://else/", "http://h/" + "a".repeat(2_000), "http://h/a"));
    assertThat(new UpcomingPages(SCOPE, UrlFilter.NONE, 9).of(frontier).urls())
        .containsExactly("http://h/a");
  }

  @Test
  void aCallerThatReadsNothingAheadGetsNothing() {
    frontier.add("http://h/a");
    assertThat(new UpcomingPages(SCOPE, UrlFilter.NONE, 0).of(frontier).urls()).isEmpty();
  }

  @Test
  void theValidatorsOfKnownPagesAreReportedWithThem() {
    var held = new PageValidators(Optional.of("\"1\""), Optional.empty());
    var pages =
        KnownPages.of(
            List.of(
                new KnownPage(
                    "http://h/a", Optional.empty(), Optional.of(new PagePrint(1, 2, 3)), held),
                new KnownPage("http://h/b", Optional.empty(), Optional.empty(), held)));
    frontier.begin(VisitStub.of(pages));

    assertThat(new UpcomingPages(SCOPE, UrlFilter.NONE, 9).of(frontier))
        .isEqualTo(
            new UpcomingPages.Ahead(
                List.of("http://h/a", "http://h/b"), List.of(held, PageValidators.NONE)));
  }

  @Test
  void whatDoesNotFitIntoOneMessageComesWithTheNext() {
    var all = new ArrayList<String>();
    for (int i = 0; i < 20; i++) {
      all.add("http://h/" + i + "/" + "a".repeat(1_900));
    }
    frontier.addAll(all);
    var upcoming = new UpcomingPages(SCOPE, UrlFilter.NONE, 64);
    var noted = new ArrayList<String>();
    for (var next = upcoming.of(frontier).urls();
        !next.isEmpty();
        next = upcoming.of(frontier).urls()) {
      int bytes = next.stream().mapToInt(url -> url.length() + 4).sum();
      assertThat(bytes).isLessThan(FromWorker.PageWanted.MAX_NEXT_BYTES);
      noted.addAll(next);
    }
    assertThat(noted).isEqualTo(all);
  }
}
