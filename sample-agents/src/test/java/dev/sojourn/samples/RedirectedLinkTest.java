package dev.sojourn.samples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sojourn.agent.Scope;
import dev.sojourn.samples.links.BrokenLink;
import dev.sojourn.samples.links.LinkCheckAgent;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Links to URLs that redirect. A visit answers the second of two URLs that redirect to one page,
/// and one that redirects out of the scope, as missing with status 302.
class RedirectedLinkTest {
  private static final String SITE = "http://a.example";

  @Test
  void aPageThatIsThereIsNotBrokenHoweverManyUrlsRedirectToIt() {
    var visit =
        new TestVisit(
            Scope.site(SITE),
            List.of(SITE + "/"),
            TestPage.html(
                SITE + "/",
                "Start",
                SITE + "/given",
                SITE + "/outside",
                SITE + "/circle",
                SITE + "/gone"));
    visit.statuses.put(SITE + "/given", 302);
    visit.statuses.put(SITE + "/outside", 302);
    visit.statuses.put(SITE + "/circle", 508);

    new LinkCheckAgent(new LinkCheckAgent.Options(9)).visit(visit);

    assertThat(visit.fetched).hasSize(5);
    assertThat(visit.findings)
        .extracting(finding -> ((BrokenLink) finding).url())
        .containsExactly(SITE + "/circle", SITE + "/gone");
  }
}
