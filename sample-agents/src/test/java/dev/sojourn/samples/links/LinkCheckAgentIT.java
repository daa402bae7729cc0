package dev.sojourn.samples.links;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sojourn.kit.AgentTest;
import dev.sojourn.kit.AgentTrial;
import dev.sojourn.kit.TriedVisit;
import dev.sojourn.samples.GeneratedSite;
import java.util.ArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@AgentTest(LinkCheckAgent.class)
@Timeout(600)
class LinkCheckAgentIT {

  @Test
  void findsEachLinkToAMissingPageAndNoOther(AgentTrial trial) {
    var site = GeneratedSite.of(60, 7);
    site.write(trial);
    // The root and index.html are one page with two URLs; its links stand on both.
    var expected = new ArrayList<String>();
    site.pages()
        .forEach(
            (path, page) ->
                page.links().stream()
                    .filter(link -> !site.pages().containsKey(link))
                    .forEach(
                        link -> {
                          expected.add(GeneratedSite.url(path) + " -> " + GeneratedSite.url(link));
                          if (path.equals("index.html")) {
                            expected.add(GeneratedSite.url("") + " -> " + GeneratedSite.url(link));
                          }
                        }));

    var visit = trial.visit();

    assertThat(visit.outcome()).as("%s", visit).isEqualTo("finished");
    assertThat(found(visit)).hasSizeGreaterThan(20).containsExactlyInAnyOrderElementsOf(expected);
    assertThat(visit.values("status")).containsOnly("404");
    assertThat(visit.values("text")).allMatch(text -> text.startsWith("to missing"));
  }

  @Test
  void whatIsClosedOrElsewhereIsNotAsked(AgentTrial trial) {
    trial
        .page(
            "index.html",
            "<a href=gone.html>g</a><a href=closed.html>c</a><a href=http://other.example/x>o</a>"
                + "<a href=unfollowed.html rel=nofollow>n</a><a href=two.html>2</a>")
        .page("two.html", "<a href=gone.html>again</a><a href=unfollowed.html>u</a>")
        .page("robots.txt", "User-agent: *\nDisallow: /closed.html\n");
    var visit = trial.visit();
    assertThat(found(visit))
        .containsExactlyInAnyOrder(
            "http://localhost/ -> http://localhost/gone.html",
            "http://localhost/two.html -> http://localhost/gone.html",
            "http://localhost/two.html -> http://localhost/unfollowed.html");
    assertThat(visit.referrals()).isEmpty();
  }

  @Test
  void reportsNoMoreLinksToOnePageThanItMay(AgentTrial trial) {
    trial.page("index.html", "<a href=b.html>b</a><a href=gone.html>g</a>");
    trial.page("b.html", "<title>B</title><a href=gone.html>g</a>");
    assertThat(trial.with("most=1").visit().findings()).hasSize(1);
    assertThat(trial.restart().with("most=0").visit().reason())
        .contains("most: 0 (expected: 1 or more)");
  }

  private static Iterable<String> found(TriedVisit visit) {
    var from = visit.values("foundOn");
    var to = visit.values("url");
    var found = new ArrayList<String>();
    for (int i = 0; i < from.size(); i++) {
      found.add(from.get(i) + " -> " + to.get(i));
    }
    return found;
  }
}
