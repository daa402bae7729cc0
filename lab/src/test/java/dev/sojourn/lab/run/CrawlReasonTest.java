package dev.sojourn.lab.run;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sojourn.lab.result.RunOutcome;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/// The reason of a run that was not done: it names the site that brought no page, and the fault of
/// parameters.
final class CrawlReasonTest {
  private static final String EMPTY_SITE =
      """
      {"pages": %d,
       "territories": [
         {"site": "http://127.0.0.1:1", "path": "/", "route": "classic", "crawled": "classic",
          "reason": "", "pages": %d, "urls": {"outcomes": {"fetched": %d}}},
         {"site": "http://127.0.0.1:2", "path": "/", "route": "atp://127.0.0.1:3",
          "crawled": "mobile", "reason": "%s", "pages": 0,
          "urls": {"outcomes": {"client-error": 1, "fetched": 0}}}],
       "sites": [
         {"site": "http://127.0.0.1:1", "robots": "read", "sentence": "It was read.",
          "disallowedStarts": [], "content": "pages"},
         {"site": "http://127.0.0.1:2", "robots": "%s", "sentence": "It did not answer.",
          "disallowedStarts": [%s], "content": "nothing"}]}
      """;

  private static CrawlVerdict verdict(
      int exitCode, int pages, String reason, String robots, String disallowed) throws IOException {
    return CrawlVerdict.of(
        exitCode,
        "Noise.",
        new ObjectMapper()
            .readTree(EMPTY_SITE.formatted(pages, pages, pages, reason, robots, disallowed)));
  }

  @Test
  void theSiteWithoutPagesIsNamedAmongSeveral() throws IOException {
    assertThat(verdict(6, 5, "", "read", ""))
        .isEqualTo(
            new CrawlVerdict(
                RunOutcome.PARTIAL,
                "The crawl ended with exit code 6: No page of http://127.0.0.1:2 (site 2) was read:"
                    + " of the answers 1 client-error; look for a page at site.start."));
  }

  @Test
  void whatTheSummaryKnowsIsTheReason() throws IOException {
    assertThat(verdict(6, 5, "", "unreachable", "").reason())
        .endsWith("(site 2) was read: It did not answer.");
    assertThat(verdict(6, 5, "", "read", "\"http://127.0.0.1:2/x\"").reason())
        .endsWith("(site 2) was read: robots.txt disallows http://127.0.0.1:2/x.");
    assertThat(verdict(6, 5, "The agent failed.", "read", "").reason())
        .isEqualTo("http://127.0.0.1:2/: The agent failed.");
  }

  @Test
  void withoutAnyPageEachSiteIsReported() throws IOException {
    assertThat(verdict(1, 0, "The agent failed.", "read", ""))
        .isEqualTo(
            new CrawlVerdict(
                RunOutcome.FAILED,
                "The crawl ended with exit code 1: No page of http://127.0.0.1:1 (site 1) was read:"
                    + " none was asked for; look for a page at site.start. No page of"
                    + " http://127.0.0.1:2 (site 2) was read: The agent failed."));
  }

  @Test
  void theOnlySiteHasNoNumber() throws IOException {
    var summary =
        """
        {"pages": 0, "territories": [], "sites": [{"site": "http://127.0.0.1:1",
          "robots": "read", "disallowedStarts": []}]}
        """;

    assertThat(CrawlVerdict.of(1, "Noise.", new ObjectMapper().readTree(summary)).reason())
        .isEqualTo(
            "The crawl ended with exit code 1: No page of http://127.0.0.1:1 was read: none was"
                + " asked for; look for a page at site.start.");
  }

  @Test
  void aMessageOfThisProgramIsReportedWithAllItsLines() {
    assertThat(
            CrawlProgram.complaint(
                """
                http://127.0.0.1:1/  reading pages
                sojourn: parameter words: nothing (expected: text)
                parameter best: zwei (expected: a whole number)

                Give each as --with KEY=VALUE.
                """))
        .isEqualTo(
            "parameter words: nothing (expected: text) parameter best: zwei (expected: a whole"
                + " number) Give each as --with KEY=VALUE.");
  }

  @Test
  void ofAnotherProgramTheLastLineIsReported() {
    assertThat(CrawlProgram.complaint("Begin.\n\n  The disk is full.\n\n"))
        .isEqualTo("The disk is full.");
    assertThat(CrawlProgram.complaint("\n")).isEqualTo("It gave no reason.");
  }
}
