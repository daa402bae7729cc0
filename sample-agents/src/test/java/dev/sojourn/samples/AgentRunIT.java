package dev.sojourn.samples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sojourn.agent.Agent;
import dev.sojourn.kit.AgentRun;
import dev.sojourn.kit.AgentTest;
import dev.sojourn.kit.AgentTrial;
import dev.sojourn.kit.TriedVisit;
import dev.sojourn.samples.duplicates.DuplicateCensusAgent;
import dev.sojourn.samples.fragments.FragmentAgent;
import dev.sojourn.samples.links.LinkCheckAgent;
import dev.sojourn.samples.search.SearchAgent;
import dev.sojourn.samples.survey.SurveyAgent;
import dev.sojourn.samples.tables.TableAgent;
import dev.sojourn.samples.watch.ChangeWatchAgent;
import java.util.Map;
import java.util.function.Function;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// The included agents have the same results in the JVM of their author as in the sandbox.
@Timeout(600)
class AgentRunIT {
  private static final Map<String, Function<TriedVisit, Object>> RESULTS =
      Map.of(
          "outcome", TriedVisit::outcome,
          "findings", TriedVisit::findings,
          "pages", TriedVisit::pages,
          "disallowed", TriedVisit::disallowed,
          "referrals", TriedVisit::referrals,
          "log", TriedVisit::log,
          "next", TriedVisit::next,
          "bytes of pages", TriedVisit::pageBytes,
          "bytes of state", TriedVisit::stateBytes);

  /// Compares a visit without a sandbox with one in the sandbox.
  private static void compare(Agent agent, AgentTrial trial) {
    GeneratedSite.of(60, 5).write(trial);
    trial
        .page("robots.txt", "User-agent: *\nDisallow: /p7.html\nContent-Signal: search=yes\n")
        .page(
            "p9.html",
            """
            <!DOCTYPE html><html lang=de><meta name=robots content=nofollow><title>Neun</title>
            <h1 id=top>Neun</h1><table><tr><th>a<th>b<tr><td>1<td>2<tr><td>3<td>4</table>
            <a href="#top">up</a><a href="#gone">gone</a><a href="http://other.example/x">x</a>
            <a href="p11.html?PHPSESSID=0123456789abcdef">s</a>\
            """)
        .page("p10.html", "<title>Hidden</title><meta name=robots content=noindex>robots")
        .page("p11.html", "<title>Caf\u00e9</title><p>robots agent host")
        .page("notes.txt", "not HTML");

    var outside = AgentRun.of(agent).over(trial.folder());
    var inside = trial.visit();

    assertThat(inside.outcome()).as("%s", inside).isIn("finished", "parked");
    assertThat(inside.pages()).hasSizeGreaterThan(50);
    assertThat(inside.disallowed()).containsExactly("http://localhost/p7.html");
    RESULTS.forEach(
        (name, result) ->
            assertThat(result.apply(outside)).as(name).isEqualTo(result.apply(inside)));
  }

  @Nested
  @AgentTest(IndexingAgent.class)
  class Indexing {
    @Test
    void hasTheSameResults(AgentTrial trial) {
      compare(new IndexingAgent(new IndexWish(false, "")), trial);
    }
  }

  @Nested
  @AgentTest(LinkCheckAgent.class)
  class Links {
    @Test
    void hasTheSameResults(AgentTrial trial) {
      compare(new LinkCheckAgent(new LinkCheckAgent.Options(100)), trial);
    }
  }

  @Nested
  @AgentTest(value = SearchAgent.class, with = "words=robots agent")
  class Search {
    @Test
    void hasTheSameResults(AgentTrial trial) {
      compare(new SearchAgent(new SearchAgent.Query("robots agent", 10)), trial);
    }
  }

  @Nested
  @AgentTest(ChangeWatchAgent.class)
  class Changes {
    @Test
    void hasTheSameResults(AgentTrial trial) {
      compare(new ChangeWatchAgent(new ChangeWatchAgent.Options(24)), trial);
    }
  }

  @Nested
  @AgentTest(value = DuplicateCensusAgent.class, with = "signatures=true")
  class Duplicates {
    @Test
    void hasTheSameResults(AgentTrial trial) {
      compare(new DuplicateCensusAgent(new DuplicateCensusAgent.Options(85, true)), trial);
    }
  }

  @Nested
  @AgentTest(TableAgent.class)
  class Tables {
    @Test
    void hasTheSameResults(AgentTrial trial) {
      compare(new TableAgent(new TableAgent.Options("table", 2)), trial);
    }
  }

  @Nested
  @AgentTest(FragmentAgent.class)
  class Fragments {
    @Test
    void hasTheSameResults(AgentTrial trial) {
      compare(new FragmentAgent(new FragmentAgent.Options(1_000)), trial);
    }
  }

  @Nested
  @AgentTest(SurveyAgent.class)
  class Survey {
    @Test
    void hasTheSameResults(AgentTrial trial) {
      compare(new SurveyAgent(), trial);
    }
  }
}
