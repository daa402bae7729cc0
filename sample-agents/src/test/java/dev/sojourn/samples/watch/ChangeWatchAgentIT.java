package dev.sojourn.samples.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sojourn.kit.AgentTest;
import dev.sojourn.kit.AgentTrial;
import dev.sojourn.kit.TriedVisit;
import dev.sojourn.samples.GeneratedSite;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@AgentTest(ChangeWatchAgent.class)
@Timeout(600)
class ChangeWatchAgentIT {

  @Test
  void reportsWhatWasChangedInTheFolderAndNothingElse(AgentTrial trial) {
    GeneratedSite.of(60, 5).write(trial);
    var first = trial.visit();
    assertThat(first.outcome()).as("%s", first).isEqualTo("parked");
    assertThat(first.findings()).isEmpty();
    assertThat(first.until().orElseThrow().onChange()).isTrue();
    assertThat(Duration.between(Instant.now(), first.until().orElseThrow().time().orElseThrow()))
        .isBetween(Duration.ofHours(23), Duration.ofHours(24));

    var expected = change(trial, new Random(3));
    var second = trial.wake();

    assertThat(second.outcome()).as("%s", second).isEqualTo("parked");
    assertThat(changes(second)).isEqualTo(expected);
    assertThat(second.pages()).as("only what changed is read").hasSizeLessThan(25);
    assertThat(trial.wake().findings()).as("of an hour later").isEmpty();
  }

  /// Writes pages anew, changes, removes and adds some; gives what an owner has to hear.
  private static Map<String, String> change(AgentTrial trial, Random random) {
    var expected = new TreeMap<String, String>();
    for (int i = 1; i < 60; i += 6) {
      var path = "p" + i + ".html";
      switch (random.nextInt(3)) {
        case 0 -> {
          trial.page(path, "<title>Other " + i + "</title>");
          expected.put(GeneratedSite.url(path), "CHANGED");
        }
        case 1 -> {
          trial.remove(path);
          expected.put(GeneratedSite.url(path), "GONE");
        }
        default -> trial.page("new" + i + ".html", "<title>New</title>" + i);
      }
    }
    for (int i = 1; i < 60; i += 6) {
      if (trial.folder().resolve("new" + i + ".html").toFile().exists()) {
        expected.put(GeneratedSite.url("new" + i + ".html"), "NEW");
      }
    }
    // Written again as it was: another file, and the same page.
    GeneratedSite.of(60, 5).pages().entrySet().stream()
        .filter(page -> page.getKey().equals("p2.html"))
        .forEach(page -> new GeneratedSite(Map.of(page.getKey(), page.getValue())).write(trial));
    assertThat(expected.values()).contains("NEW", "CHANGED", "GONE");
    return expected;
  }

  @Test
  void whereNobodyReportsChangesItWalksTheSiteAgain(AgentTrial trial) {
    trial
        .page("index.html", "<title>Root</title><a href=a.html>a</a><a href=b.html>b</a>")
        .page("a.html", "<title>A</title>")
        .page("b.html", "<title>B</title>")
        .page("unlinked.html", "<title>Unlinked</title>");
    assertThat(trial.visit().findings()).isEmpty();
    trial
        .page("a.html", "<title>A2</title><a href=c.html>c</a>")
        .page("c.html", "<meta name=robots content=noindex><title>C</title>")
        .remove("b.html");

    // A visit that is no wake has no earlier one to compare with.
    var second = trial.visit();

    assertThat(changes(second))
        .isEqualTo(
            Map.of(
                GeneratedSite.url("a.html"), "CHANGED",
                GeneratedSite.url("b.html"), "GONE",
                GeneratedSite.url("c.html"), "NEW"));
    assertThat(second.values("title")).containsExactlyInAnyOrder("A2", "", "");
  }

  @Test
  void aPageThatRobotsTxtClosesIsForgottenAndNotReported(AgentTrial trial) {
    trial
        .page("robots.txt", "User-agent: *\nDisallow:\n")
        .page("index.html", "<title>Root</title><a href=a.html>a</a>")
        .page("a.html", "<title>A</title>");
    trial.visit();
    trial
        .page("robots.txt", "User-agent: *\nDisallow: /a.html\n")
        .page("a.html", "<title>Secret</title>")
        .page("index.html", "<title>Root 2</title><a href=a.html>a</a>");
    var second = trial.wake();
    // No link leads to robots.txt, so the agent had not read it; its change is reported all the
    // same.
    assertThat(changes(second))
        .isEqualTo(
            Map.of(GeneratedSite.url(""), "CHANGED", GeneratedSite.url("robots.txt"), "CHANGED"));
    assertThat(second.findings()).noneMatch(finding -> finding.contains("Secret"));
  }

  @Test
  void hoursOutOfRangeFail(AgentTrial trial) {
    trial.page("index.html", "x");
    assertThat(trial.with("hours=0").visit().reason()).contains("hours: 0 (expected: 1 to 720)");
  }

  private static Map<String, String> changes(TriedVisit visit) {
    var urls = visit.values("url");
    var kinds = visit.values("change");
    var changes = new HashMap<String, String>();
    for (int i = 0; i < urls.size(); i++) {
      assertThat(changes.put(urls.get(i), kinds.get(i))).as("told once").isNull();
    }
    return changes;
  }
}
