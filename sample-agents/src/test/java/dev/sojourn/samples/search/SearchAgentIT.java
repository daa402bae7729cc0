package dev.sojourn.samples.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sojourn.kit.AgentTest;
import dev.sojourn.kit.AgentTrial;
import dev.sojourn.samples.GeneratedSite;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@AgentTest(SearchAgent.class)
@Timeout(600)
class SearchAgentIT {

  @Test
  void theBestPagesAreThoseOfAPlainCalculation(AgentTrial trial) {
    var site = GeneratedSite.of(50, 11);
    site.write(trial);
    var expected =
        plainScores(site, List.of("token", "rule")).entrySet().stream()
            .sorted(
                Comparator.comparingDouble((Map.Entry<String, Double> e) -> -e.getValue())
                    .thenComparing(Map.Entry::getKey))
            .limit(7)
            .toList();

    var visit = trial.with("words=Token, RULE token").with("best=7").visit();

    assertThat(visit.outcome()).as("%s", visit).isEqualTo("finished");
    assertThat(visit.values("url")).isEqualTo(expected.stream().map(Map.Entry::getKey).toList());
    assertThat(visit.values("rank")).containsExactly("1", "2", "3", "4", "5", "6", "7");
    var scores = visit.values("score");
    for (int i = 0; i < scores.size(); i++) {
      assertThat(Double.parseDouble(scores.get(i)))
          .isCloseTo(expected.get(i).getValue(), within(1e-9));
    }
    assertThat(visit.values("excerpt"))
        .allMatch(text -> text.contains("token") || text.contains("rule"));
  }

  /// BM25 as its formula stands, over the words that the files were made of.
  private static Map<String, Double> plainScores(GeneratedSite site, List<String> query) {
    var texts = new TreeMap<String, List<String>>();
    site.pages()
        .forEach(
            (path, page) -> {
              var text = page.title() + " " + page.body() + " ";
              for (var link : page.links()) {
                text += "to " + link + " ";
              }
              // The root is read first, and index.html has an equal body.
              var url = GeneratedSite.url(path.equals("index.html") ? "" : path);
              texts.put(url, Arrays.asList(text.toLowerCase(Locale.ROOT).split("[ .]+")));
            });
    double average = texts.values().stream().mapToInt(List::size).average().orElseThrow();
    var scores = new TreeMap<String, Double>();
    for (var word : query) {
      double with = texts.values().stream().filter(text -> text.contains(word)).count();
      double idf = Math.log((texts.size() - with + 0.5) / (with + 0.5) + 1);
      texts.forEach(
          (url, text) -> {
            double count = text.stream().filter(word::equals).count();
            double length = text.size() / average;
            if (count > 0) {
              scores.merge(
                  url, idf * count * 2.2 / (count + 1.2 * (1 - 0.75 + 0.75 * length)), Double::sum);
            }
          });
    }
    return scores;
  }

  @Test
  void excerptsAreAsLongAsPagesAllowAndClosedPagesStayHome(AgentTrial trial) {
    trial
        .page("a.html", "<title>A</title><p>" + "x ".repeat(400) + "the robots word</p>")
        .page("b.html", "<meta name=robots content=nosnippet><title>B</title><p>robots</p>")
        .page("c.html", "<meta name=robots content=max-snippet:10><p>robots and more words</p>")
        .page("d.html", "<meta name=robots content=noindex><p>robots</p>")
        .page("robots.txt", "User-agent: *\nDisallow: /e.html\n")
        .page("e.html", "<p>robots</p>");
    var visit = trial.with("words=robots").visit();
    assertThat(visit.values("url"))
        .containsExactlyInAnyOrder(
            "http://localhost/a.html", "http://localhost/b.html", "http://localhost/c.html");
    assertThat(visit.values("excerpt")).containsExactlyInAnyOrder("robots word", "", "robots and");
  }

  @Test
  void theRankingSurvivesInTheState(AgentTrial trial) {
    trial.page("a.html", "<title>A</title>robots").page("b.html", "<title>B</title>robots x");
    trial.with("words=robots").visit("/a.html");
    assertThat(trial.visit("/b.html").values("title")).containsExactly("A", "B");
  }

  @Test
  void aQueryWithoutWordsFails(AgentTrial trial) {
    trial.page("a.html", "robots");
    assertThat(trial.with("words=?!").visit().reason())
        .contains("words: ?! (expected: letters or digits)");
  }
}
