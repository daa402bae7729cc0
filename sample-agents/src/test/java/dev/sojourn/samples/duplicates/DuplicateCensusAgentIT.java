package dev.sojourn.samples.duplicates;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sojourn.kit.AgentTest;
import dev.sojourn.kit.AgentTrial;
import dev.sojourn.samples.GeneratedSite;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@AgentTest(DuplicateCensusAgent.class)
@Timeout(600)
class DuplicateCensusAgentIT {

  @Test
  void theGroupsAreThoseOfAPlainComparisonOfEachWithEach(AgentTrial trial) {
    var texts = new LinkedHashMap<String, String>();
    var random = new Random(17);
    for (int group = 0; group < 8; group++) {
      var words = new ArrayList<>(random.ints(300, 0, 5_000).mapToObj(i -> "w" + i).toList());
      for (int page = 0; page <= group; page++) {
        var changed = new ArrayList<>(words);
        if (page > 0) {
          changed.set(random.nextInt(words.size()), "edit" + page);
        }
        texts.put("g" + group + "p" + page + ".html", String.join(" ", changed));
      }
    }
    texts.forEach((path, text) -> trial.page(path, "<title>x</title><p>" + text + "</p>"));

    var visit = trial.visit();

    assertThat(visit.outcome()).as("%s", visit).isEqualTo("finished");
    var found = new HashMap<String, String>();
    var urls = visit.values("url");
    for (int i = 0; i < urls.size(); i++) {
      var of = visit.values("of").get(i);
      found.put(urls.get(i), of);
      assertThat(Double.parseDouble(visit.values("similarity").get(i)))
          .isCloseTo(Shingles.similarity(text(texts, urls.get(i)), text(texts, of)), within(0.15));
    }
    assertThat(found).isEqualTo(plainGroups(texts, visit.pages()));
    assertThat(visit.findings().getLast())
        .isEqualTo("{\"pages\":36,\"groups\":8,\"nearDuplicates\":28}");
  }

  private static String text(Map<String, String> texts, String url) {
    return texts.getOrDefault(url.substring(GeneratedSite.url("").length()), "");
  }

  /// Each page that is no first page, with the most similar first page before it.
  private static Map<String, String> plainGroups(Map<String, String> texts, List<String> order) {
    var firsts = new ArrayList<String>();
    var groups = new HashMap<String, String>();
    for (var url : order) {
      var best = "";
      double most = 0.85;
      for (var first : firsts) {
        double similarity = Shingles.similarity(text(texts, url), text(texts, first));
        if (similarity >= most) {
          most = similarity;
          best = first;
        }
      }
      if (best.isEmpty()) {
        firsts.add(url);
      } else {
        groups.put(url, best);
      }
    }
    return groups;
  }

  @Test
  void theGroupsSurviveInTheState(AgentTrial trial) {
    var text = "one two three four five six seven eight nine ten ".repeat(3);
    trial.page("a.html", text).page("b.html", text + "<!-- another body -->").page("c.html", "c");
    var first = trial.with("signatures=true").visit("/a.html");
    assertThat(first.values("signature")).singleElement().asString().hasSize(512);
    var second = trial.visit("/b.html", "/c.html");
    assertThat(second.findings())
        .contains(
            "{\"url\":\"http://localhost/b.html\",\"of\":\"http://localhost/a.html\","
                + "\"similarity\":1.0}");
    assertThat(second.findings().getLast())
        .isEqualTo("{\"pages\":3,\"groups\":2,\"nearDuplicates\":1}");
  }

  @Test
  void closedPagesAndThoseThatAskNotToBeIndexedAreLeftOut(AgentTrial trial) {
    trial
        .page("a.html", "some text of five words")
        .page("b.html", "<meta name=robots content=noindex>some text of five words")
        .page("c.html", "<title></title>some text of five words")
        .page("robots.txt", "User-agent: *\nDisallow: /c.html\n");
    assertThat(trial.visit().findings())
        .containsExactly("{\"pages\":1,\"groups\":1,\"nearDuplicates\":0}");
    assertThat(trial.restart().with("similar=49").visit().reason())
        .contains("similar: 49 (expected: 50 to 100)");
  }

  @Test
  void groupsOfSeveralTerritoriesAreComparedWhenTheyAreCombined(AgentTrial trial) {
    var text = "one two three four five six seven eight nine ten ".repeat(3);
    trial.page("a.html", text).page("alone.html", "nothing like that is said in any other page");
    assertThat(trial.visit("/a.html", "/alone.html").outcome()).isEqualTo("finished");
    trial.restart().page("b.html", text + "<!-- b -->").page("b2.html", text + "<!-- b2 -->");
    assertThat(trial.visit("/b.html", "/b2.html").values("of")).hasSize(1);
    trial.restart().page("c.html", "words of a third site that are its own, five and more");
    trial.visit("/c.html");

    var combined = trial.combine();

    assertThat(combined.findings())
        .as("%s", combined)
        .containsExactly(
            "{\"url\":\"http://site2.localhost/b.html\",\"of\":\"http://localhost/a.html\","
                + "\"similarity\":1.0}",
            "{\"territories\":3,\"pages\":5,\"groups\":3,\"nearDuplicates\":2}");
  }
}
