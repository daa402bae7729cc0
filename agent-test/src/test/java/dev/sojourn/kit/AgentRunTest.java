package dev.sojourn.kit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sojourn.agent.Agent;
import dev.sojourn.agent.Next;
import dev.sojourn.agent.TakesMessages;
import dev.sojourn.agent.Visit;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A visit in the JVM of the agent's author.
class AgentRunTest {
  @TempDir private Path pages;

  @BeforeEach
  void write() throws IOException {
    Files.writeString(
        pages.resolve("index.html"),
        "<title>One</title><a href=two.html>2</a><a href=closed.html>c</a>");
    Files.writeString(
        pages.resolve("two.html"), "<title>Two</title><a href=http://other.example/>o</a>");
    Files.writeString(pages.resolve("closed.html"), "<title>Closed</title>");
    Files.writeString(pages.resolve("robots.txt"), "User-agent: *\nDisallow: /closed.html\n");
  }

  /// An agent that keeps what happened to it, also what cannot travel.
  public static final class WatchedAgent implements Agent, TakesMessages {
    private transient Optional<Thread> thread = Optional.empty();
    private transient Optional<RuntimeException> thrown = Optional.empty();
    private Optional<Object> kept = Optional.empty();
    private int pages;
    private String heard = "";

    @Override
    public String message(String text) {
      heard += text;
      return text.toUpperCase(Locale.ROOT);
    }

    @Override
    public Next visit(Visit visit) {
      thread = Optional.of(Thread.currentThread());
      var page = visit.fetch(visit.starts().getFirst());
      pages++;
      visit.checkpoint();
      if (thrown.isPresent()) {
        throw thrown.get();
      }
      kept = kept.map(_ -> page);
      visit.checkpoint();
      return Next.done();
    }
  }

  private static TitlesAgent titles(boolean fails) {
    return new TitlesAgent(new TitlesAgent.Options(0, fails, false));
  }

  @Test
  void givesFindingsDenialsAndSpending() {
    var visit = AgentRun.of(titles(false)).over(pages);
    assertThat(visit.outcome()).as("%s", visit).isEqualTo("finished");
    assertThat(visit.values("title")).containsExactly("One", "Two");
    assertThat(visit.pages()).containsExactly("http://localhost/", "http://localhost/two.html");
    assertThat(visit.disallowed()).containsExactly("http://localhost/closed.html");
    assertThat(visit.referrals()).containsExactly("http://other.example/");
    assertThat(visit.log()).containsExactly("seen 1");
    assertThat(visit.pageBytes()).isPositive();
    assertThat(visit.stateBytes()).isPositive();
    assertThat(visit.allocatedBytes()).isPositive();
  }

  @Test
  void theObjectItselfRunsOnTheCallingThreadSoThatItsBreakpointsStop() {
    var agent = new WatchedAgent();
    AgentRun.of(agent).over(pages);
    assertThat(agent.thread).containsSame(Thread.currentThread());
    assertThat(agent.pages).isEqualTo(1);
  }

  @Test
  void anExceptionOfTheAgentArrivesAsItselfWithItsStack() {
    assertThatIllegalStateException()
        .isThrownBy(() -> AgentRun.of(titles(true)).over(pages))
        .withMessage("as it was asked to")
        .satisfies(
            thrown ->
                assertThat(thrown.getStackTrace())
                    .extracting(frame -> frame.getClassName() + "." + frame.getMethodName())
                    .startsWith(TitlesAgent.class.getName() + ".visit")
                    .contains(getClass().getName() + ".lambda$" + CASE + "$0"));
    var agent = new WatchedAgent();
    var own = new ArithmeticException("mine");
    agent.thrown = Optional.of(own);
    assertThatThrownBy(() -> AgentRun.of(agent).over(pages)).isSameAs(own);
  }

  private static final String CASE = "anExceptionOfTheAgentArrivesAsItselfWithItsStack";

  @Test
  void aValueThatCannotTravelIsRefusedAtTheCheckpointThatMeetsIt() {
    var agent = new WatchedAgent();
    agent.kept = Optional.of("a page");
    assertThatIllegalStateException()
        .isThrownBy(() -> AgentRun.of(agent).over(pages))
        .withMessageStartingWith("state: AgentRunTest$WatchedAgent.kept")
        .withMessageContaining("GuestPage cannot travel")
        .satisfies(
            thrown ->
                assertThat(thrown.getStackTrace())
                    .anyMatch(frame -> frame.getClassName().equals(WatchedAgent.class.getName())));
  }

  @Test
  void theAgentKeepsItsFieldsForTheNextVisit() {
    var run = AgentRun.of(titles(false)).startingAt("/two.html");
    assertThat(run.over(pages).findings()).containsExactly("{\"visit\":1,\"title\":\"Two\"}");
    assertThat(run.over(pages).findings()).containsExactly("{\"visit\":2,\"title\":\"Two\"}");
  }

  @Test
  void itsMessagesAreAnsweredAtTheFirstCheckpoint() {
    var agent = new WatchedAgent();
    var visit = AgentRun.of(agent).message("how ").message("far?").over(pages);
    assertThat(agent.heard).isEqualTo("how far?");
    assertThat(visit.answers()).containsExactly("HOW ", "FAR?");
    assertThat(AgentRun.of(titles(false)).message("hello").over(pages).answers()).isEmpty();
  }

  @Test
  void anAgentMayParkAndAskForChanges() {
    var agent = new TitlesAgent(new TitlesAgent.Options(0, false, true));
    var visit = AgentRun.of(agent).over(pages);
    assertThat(visit.outcome()).isEqualTo("parked");
    assertThat(visit.until().orElseThrow().onChange()).isTrue();
    assertThat(visit.log().getLast()).startsWith("Start[] Unreported[");
  }

  @Test
  void anInterruptEndsTheVisitAndStays() {
    Thread.currentThread().interrupt();
    try {
      assertThatIllegalStateException()
          .isThrownBy(() -> AgentRun.of(new InterruptedAgent()).over(pages))
          .withMessage("the visit was interrupted");
    } finally {
      assertThat(Thread.interrupted()).isTrue();
    }
  }

  /// An agent with nothing to say.
  public static final class InterruptedAgent implements Agent {
    @Override
    public Next visit(Visit visit) {
      while (true) {
        visit.fetch(visit.starts().getFirst());
      }
    }
  }

  @Test
  void wrongFoldersStartsAndMessagesAreRefused() {
    var run = AgentRun.of(titles(false));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> run.over(pages.resolve("none")))
        .withMessageContaining("(expected: a folder of pages)");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> run.message("x".repeat(16_001)))
        .withMessageStartingWith("message: a text of 16001 characters");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> run.startingAt("two.html").over(pages))
        .withMessage("start: two.html (expected: a path, as /a.html)");
  }

  @Test
  void onlyTheClassesThatTheAgentNamesBelongToItsState() throws IOException {
    assertThat(ClassDirectory.typesOf(TitlesAgent.class))
        .isEqualTo(List.of(TitlesAgent.class, TitlesAgent.Options.class, TitlesAgent.Title.class));
  }
}
