package dev.sojourn.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/// Parameters that reach the agent in its worker, and those that do not.
@Timeout(180)
class AgentParametersIT {
  @RegisterExtension static final OpenSandbox SANDBOX = OpenSandbox.of(1, 1);

  private static final byte[] JAR =
      AgentSource.agent(
          """
            public enum Order { BEST_FIRST, AS_FOUND }
            public record Query(
                String words,
                @Default("10") int best,
                @Default("as-found") Order order,
                Optional<Long> since,
                Optional<String> language) {
              public Query {
                if (words.isBlank()) {
                  throw new IllegalArgumentException("words: blank");
                }
              }
            }
            public record Heard(
                String words, int best, Order order, Optional<Long> since, boolean hasLanguage,
                int visits) {}
            private final Query query;
            private int visits;
            public Guest(Query query) { this.query = query; }
            @Override public Next visit(Visit visit) {
              visits++;
              visit.report(new Heard(query.words(), query.best(), query.order(), query.since(),
                  query.language().isPresent(), visits));
              return Next.done();
            }
          """);

  @Test
  void theAgentIsMadeWithTheRecordAndItsStateKeepsIt() throws Exception {
    var desk = RecordingServices.ofNothing();
    var order = with(Map.of("words", "robots é", "since", "7"));
    var end = SANDBOX.start(order, desk).await();
    assertThat(desk.findings)
        .containsExactly(
            "{\"words\":\"robots é\",\"best\":10,\"order\":\"AS_FOUND\",\"since\":7,"
                + "\"hasLanguage\":false,\"visits\":1}");
    assertThat(end).isInstanceOf(VisitEnd.Finished.class);
    var state = ((VisitEnd.Finished) end).state();
    SANDBOX.start(with(Map.of()).withState(Optional.of(state)), desk).await();
    assertThat(desk.findings.getLast()).contains("robots é", "\"visits\":2");
  }

  @Test
  void parametersThatTheAgentDoesNotDeclareAreRefusedInTheWorkerToo() throws Exception {
    assertThat(SANDBOX.start(with(Map.of("qurey", "x")), RecordingServices.ofNothing()).await())
        .isInstanceOfSatisfying(
            VisitEnd.Denied.class,
            denied ->
                assertThat(denied.reason())
                    .isEqualTo(
                        "parameter qurey: (expected: one of words, best, order, since, language);"
                            + " parameter words: nothing (expected: text)"));
  }

  @Test
  void whatTheRecordItselfRefusesFailsTheVisit() throws Exception {
    assertThat(SANDBOX.start(with(Map.of("words", " ")), RecordingServices.ofNothing()).await())
        .isInstanceOfSatisfying(
            VisitEnd.Failed.class,
            failed -> assertThat(failed.toString()).contains("words: blank"));
  }

  private static VisitOrder with(Map<String, String> parameters) {
    var order = Orders.of(JAR);
    return new VisitOrder(
        order.signer(),
        order.visitId(),
        order.code(),
        order.state(),
        new VisitOrder.Inputs(
            "TestBot", order.inputs().starts(), order.inputs().scope(), 42, parameters),
        order.limits());
  }
}
