package dev.sojourn.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sojourn.agent.KnownPage;
import dev.sojourn.agent.KnownPages;
import dev.sojourn.agent.PagePrint;
import dev.sojourn.agent.PageValidators;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/// Visits that begin with known pages, in a real worker process.
class KnownPagesIT {
  @RegisterExtension static final OpenSandbox SANDBOX = OpenSandbox.of(2, 2);

  private static final String RECRAWLER =
      """
        private final Frontier frontier = new Frontier();
        public Next visit(Visit visit) {
          visit.log("known " + visit.known().size());
          frontier.begin(visit);
          while (frontier.hasNext()) {
            var fetched = visit.fetchNext(frontier);
            visit.log(fetched instanceof Fetched.Unchanged ? "same" : "other");
            if (fetched instanceof Page page) {
              frontier.addLinks(page);
              visit.log(page.known().isStill(page) + " " + page.validators().etag().isPresent());
            }
            visit.checkpoint();
          }
          return Next.done();
        }
      """;

  private static final String FIRST_TIMER =
      """
        public Next visit(Visit visit) {
          for (String url : visit.starts()) {
            visit.log(visit.fetch(url) instanceof Page ? "page" : "none");
          }
          return Next.done();
        }
      """;

  private final KnownPage known =
      new KnownPage(
          Orders.ORIGIN + "/known",
          Optional.empty(),
          Optional.of(new PagePrint(1, 2, 3)),
          new PageValidators(Optional.of("\"1\""), Optional.empty()));
  private final Optional<byte[]> state =
      Optional.of(
          KnownPages.of(List.of(known, KnownPage.unread(Orders.ORIGIN + "/gone"))).toBytes());

  private final RecordingServices desk =
      new RecordingServices(
          url ->
              switch (url.path()) {
                case "/known" -> new PageReply.Unchanged();
                case "/gone" -> new PageReply.Missing(404, "not found");
                default -> RecordingServices.html(url, "<title>a</title><a href=/known>k</a>");
              });

  @Test
  void anAgentAsksForKnownPagesAndIsNotHandedWhatDidNotChange() throws Exception {
    var order = Orders.of(AgentSource.agent(RECRAWLER)).withState(state);

    assertThat(SANDBOX.start(order, desk).await()).isInstanceOf(VisitEnd.Finished.class);

    assertThat(desk.pages)
        .containsExactly(Orders.ORIGIN + "/gone", Orders.ORIGIN + "/known", Orders.ORIGIN + "/");
    assertThat(desk.lines).containsExactly("known 2", "other", "same", "other", "true false");
    assertThat(desk.requests.get(1).known()).contains(known);
    assertThat(desk.requests.get(0).known()).isEmpty();

    var checkpoint = Optional.of(desk.states.getFirst());
    var rest = new RecordingServices(_ -> new PageReply.Unchanged());
    var again = Orders.of(AgentSource.agent(RECRAWLER)).withState(checkpoint);
    assertThat(SANDBOX.start(again, rest).await()).isInstanceOf(VisitEnd.Finished.class);
    assertThat(rest.pages).containsExactly(Orders.ORIGIN + "/known", Orders.ORIGIN + "/");
    assertThat(rest.requests.getFirst().known()).contains(known);
    assertThat(rest.lines).startsWith("known 0");
  }

  @Test
  void anAgentThatDoesNotLookAtThemCrawlsEverythingAnew() throws Exception {
    var order = Orders.of(AgentSource.agent(FIRST_TIMER)).withState(state);

    assertThat(SANDBOX.start(order, desk).await()).isInstanceOf(VisitEnd.Finished.class);

    assertThat(desk.lines).containsExactly("page");
  }

  @Test
  void knownPagesThatCannotBeReadAreDenied() throws Exception {
    var half = Arrays.copyOf(state.orElseThrow(), 30);
    var order = Orders.of(AgentSource.agent(RECRAWLER)).withState(Optional.of(half));

    assertThat(SANDBOX.start(order, desk).await())
        .isInstanceOfSatisfying(
            VisitEnd.Denied.class,
            denied -> assertThat(denied.reason()).contains("the known pages cannot be read"));
    assertThat(new String(half, StandardCharsets.ISO_8859_1)).startsWith("KP");
  }
}
