package dev.sojourn.app.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.sojourn.testing.BrowserPage;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The demo's report in a real browser.
final class DemoReportBrowserIT {
  private static final String ROBOTS =
      "User-agent: *\nMobile-agent-server: /lucene-core/org/apache/lucene/search/"
          + " atp://127.0.0.1:44321 and a word that makes the line longer than a narrow page\n";

  @TempDir private Path temp;

  @Test
  void nothingIsCutOrOverlapsOnATelephoneAScreenAndPaper() throws Exception {
    assumeTrue(BrowserPage.isInstalled(), "skipped: there is no chromium on the PATH");
    var reason = "The host was lost at the " + "x".repeat(90) + " page.";
    var html = DemoReport.render(DemoReportTest.demo("TokenStream", reason), ROBOTS);

    assertThat(BrowserPage.measured(html, temp))
        .as("one line for each form and none for a fault")
        .hasSize(3)
        .allMatch(line -> line.matches(".*: [0-9]{2,} texts"));
  }
}
