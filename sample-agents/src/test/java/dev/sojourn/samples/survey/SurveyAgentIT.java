package dev.sojourn.samples.survey;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.iterable;

import dev.sojourn.kit.AgentTest;
import dev.sojourn.kit.AgentTrial;
import dev.sojourn.samples.GeneratedSite;
import java.io.IOException;
import java.nio.file.Files;
import java.util.HashSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@AgentTest(SurveyAgent.class)
@Timeout(600)
class SurveyAgentIT {

  @Test
  void countsThePagesAndBrokenLinksOfAGeneratedSite(AgentTrial trial) throws IOException {
    var site = GeneratedSite.of(50, 9);
    site.write(trial);
    long bytes = Files.size(trial.folder().resolve("index.html"));
    var missing = new HashSet<String>();
    for (var page : site.pages().entrySet()) {
      bytes += Files.size(trial.folder().resolve(page.getKey()));
      missing.addAll(page.getValue().links());
    }
    missing.removeAll(site.pages().keySet());

    var visit = trial.visit();

    assertThat(visit.outcome()).as("%s", visit).isEqualTo("finished");
    assertThat(visit.findings()).hasSize(1);
    assertThat(visit.values("site")).containsExactly("http://localhost");
    assertThat(visit.values("pages")).as("the root has two URLs").containsExactly("51");
    assertThat(visit.values("bytes")).containsExactly(Long.toString(bytes));
    assertThat(visit.values("broken")).containsExactly(Integer.toString(missing.size()));
    for (int i = 0; i < 10; i++) {
      var from = visit.values("/brokenLinks/" + i + "/foundOn").getFirst();
      var to = visit.values("/brokenLinks/" + i + "/url").getFirst();
      assertThat(visit.values("/brokenLinks/" + i + "/status")).containsExactly("404");
      var path = from.substring(GeneratedSite.url("").length());
      assertThat(site.pages())
          .extractingByKey(path.isEmpty() ? "index.html" : path)
          .extracting(GeneratedSite.GeneratedPage::links, iterable(String.class))
          .contains(to.substring(GeneratedSite.url("").length()));
    }
    assertThat(visit.values("/brokenLinks/10/url")).as("ten examples at most").isEmpty();
  }

  @Test
  void countsLanguagesTitlesLicencesAndUses(AgentTrial trial) {
    trial
        .page(
            "robots.txt",
            """
            License: https://l.example/all
            User-agent: *
            Disallow: /closed.html
            Content-Signal: search=yes, ai-train=no
            Content-Usage: /b search=n
            """)
        .page(
            "index.html",
            "<html lang=en><title>A</title><a href=b.html>b</a><a href=c.txt>c</a>"
                + "<a href=closed.html>x</a><script type=application/ld+json>{}</script>")
        .page(
            "b.html", "<html lang=de><p>no title</p><a rel=license href=https://l.example/b>l</a>")
        .page("c.txt", "text")
        .page("closed.html", "<title>X</title>");
    assertThat(trial.visit().findings())
        .containsExactly(
            "{\"site\":\"http://localhost\",\"pages\":3,\"bytes\":"
                + (trial.folder().resolve("index.html").toFile().length()
                    + trial.folder().resolve("b.html").toFile().length()
                    + 4)
                + ",\"largest\":\"http://localhost/\""
                + ",\"mediaTypes\":{\"text/html\":2,\"text/plain\":1}"
                + ",\"languages\":{\"de\":1,\"en\":1}"
                + ",\"untitled\":1,\"untitledPages\":[\"http://localhost/b.html\"]"
                + ",\"noindex\":0,\"structuredData\":1"
                + ",\"permits\":{\"search\":2},\"denies\":{\"ai-train\":3,\"search\":1}"
                + ",\"licences\":{\"https://l.example/all\":3,\"https://l.example/b\":1}"
                + ",\"broken\":0,\"brokenLinks\":[],\"closed\":1}");
  }

  @Test
  void aSiteOfManyLanguagesHasABoundedReport(AgentTrial trial) {
    for (int i = 0; i < 120; i++) {
      trial.page("p" + i + ".html", "<html lang=x-l" + i + "><p>" + i);
    }
    var visit = trial.visit();
    assertThat(visit.values("/languages/other")).containsExactly("70");
    assertThat(visit.values("untitled")).containsExactly("120");
    assertThat(visit.values("/untitledPages/9")).hasSize(1);
    assertThat(visit.values("/untitledPages/10")).isEmpty();
  }
}
