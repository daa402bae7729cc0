package dev.sojourn.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sojourn.agent.Next;
import dev.sojourn.agent.PageUrl;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/// What an honest agent can rely on, in a real worker process.
class HonestVisitIT {
  @RegisterExtension static final OpenSandbox SANDBOX = OpenSandbox.of(4, 4);

  private static final String WALKER =
      """
        private final Frontier frontier = new Frontier();
        private int visited;
        record Found(String url, String title, List<String> headings, String text,
            Optional<String> language, List<String> rules, int visited) {}
        public Next visit(Visit visit) {
          if (visited == 0) frontier.addAll(visit.starts());
          while (frontier.hasNext()) {
            switch (visit.fetchNext(frontier)) {
              case Page page -> {
                visited++;
                frontier.addLinks(page);
                visit.report(new Found(page.url(), page.title(), page.headings(), page.text(),
                    page.language(), List.copyOf(page.directives().rules()), visited));
              }
              case Fetched.Unchanged(var url) -> visit.log("unchanged: " + url);
              case Fetched.OutOfScope(var url) -> visit.log("outside: " + url);
              case Fetched.Refused(var url, var reason) -> visit.log(reason);
              case Fetched.Missing(var url, var status, var reason) -> visit.log("missing " + status);
            }
            visit.checkpoint();
          }
          return Next.onward(List.of("http://other.example/?visited=" + visited));
        }
      """;

  private static RecordingServices site() {
    return new RecordingServices(
        url ->
            switch (url.path()) {
              case "/" ->
                  RecordingServices.html(
                      url,
                      """
                      <html lang="en-GB"><head><title> A  title </title>
                      <meta name="testbot" content="noindex, nosnippet"><base href="/a/"></head>
                      <body><h1>One</h1><h2></h2><h2>T&#252;o</h2>
                      <a href="b?x=1#f">b</a> <a href="//other.example/c">c</a>
                      <a href="/refused">r</a> <a href="mailto:x@y">m</a>
                      <a href="/skipped" rel="noopener NoFollow">s</a></body></html>
                      """);
              case "/a/b" -> RecordingServices.html(url, "<title>b</title><a href=/>home</a>");
              case "/refused" -> new PageReply.Refused("robots.txt line 3");
              default -> new PageReply.Missing(404, "not found");
            });
  }

  @Test
  void aFaultOfTheHostEndsTheVisitAndIsUnreportedToTheOwner() throws Exception {
    var desk =
        new RecordingServices(
            _ -> {
              throw new IllegalStateException("secret: /srv/private");
            });
    assertThat(SANDBOX.start(Orders.of(AgentSource.agent(WALKER)), desk).await())
        .isEqualTo(
            new VisitEnd.Failed(
                "the host could not go on, by a fault of its own", CodePlace.UNKNOWN));
  }

  @Test
  void whatCannotBeReadOrKeptIsReportedAsASentence() throws Exception {
    var desk =
        new RecordingServices(
            _ -> {
              throw new UncheckedIOException("No \u001b[2Jroom is left.", new IOException());
            });
    assertThat(SANDBOX.start(Orders.of(AgentSource.agent(WALKER)), desk).await())
        .isEqualTo(new VisitEnd.Failed("No \ufffd[2Jroom is left.", CodePlace.UNKNOWN));
  }

  @Test
  void aVisitWithoutAReaderOfPagesIsNotToBlame() throws Exception {
    var desk =
        new RecordingServices(
            _ -> {
              throw new NoReaderException("a worker did not start");
            });
    assertThat(SANDBOX.start(Orders.of(AgentSource.agent(WALKER)), desk).await())
        .isEqualTo(new VisitEnd.NoReader("no reader of pages: a worker did not start"));
  }

  @Test
  void seesPagesAsTheyAreAndReportsThem() throws Exception {
    var desk = site();
    var end = SANDBOX.start(Orders.of(AgentSource.agent(WALKER)), desk).await();
    assertThat(end).isInstanceOf(VisitEnd.Finished.class);
    assertThat(((VisitEnd.Finished) end).next())
        .isEqualTo(Next.onward(List.of("http://other.example/?visited=2")));
    assertThat(desk.pages)
        .containsExactly(
            Orders.ORIGIN + "/", Orders.ORIGIN + "/a/b?x=1", Orders.ORIGIN + "/refused");
    assertThat(desk.findings)
        .containsExactly(
            "{\"url\":\"http://127.0.0.1:8080/\",\"title\":\"A"
                + " title\",\"headings\":[\"One\",\"Tüo\"],\"text\":\"One Tüo b c r m"
                + " s\",\"language\":\"en-GB\","
                + "\"rules\":[\"noindex\",\"nosnippet\"],\"visited\":1}",
            "{\"url\":\"http://127.0.0.1:8080/a/b?x=1\",\"title\":\"b\",\"headings\":[],"
                + "\"text\":\"home\",\"language\":null,\"rules\":[],\"visited\":2}");
    assertThat(desk.referrals).containsExactly("http://other.example/c");
    assertThat(desk.lines).containsExactly("outside: http://other.example/c", "robots.txt line 3");
    assertThat(desk.states).hasSize(4);
  }

  /// Each page has a body of its own, and one link to a directory below itself.
  @Test
  void anEndlessPathEndsAndItsOwnerIsReported() throws Exception {
    var desk =
        new RecordingServices(
            url -> RecordingServices.html(url, url.path() + "<a href='a/'>x</a>"));
    var end = SANDBOX.start(Orders.of(AgentSource.agent(WALKER)), desk).await();

    assertThat(end).isInstanceOf(VisitEnd.Finished.class);
    assertThat(desk.pages).hasSize(5).last().isEqualTo(Orders.ORIGIN + "/a/a/a/a/");
    assertThat(desk.counted.getLast().repeatedSegments()).isEqualTo(1);
  }

  @Test
  void reportsOnWhichPageEachUrlWasFoundAndWhichPageAsksNotToBeIndexed() throws Exception {
    var desk = site();
    SANDBOX.start(Orders.of(AgentSource.agent(WALKER)), desk).await();

    var start = PageUrl.parse(Orders.ORIGIN + "/");
    assertThat(desk.requests)
        .containsExactly(
            new PageRequest(start.orElseThrow(), Optional.empty(), OptionalInt.of(0)),
            new PageRequest(
                PageUrl.parse(Orders.ORIGIN + "/a/b?x=1").orElseThrow(), start, OptionalInt.of(1)),
            new PageRequest(
                PageUrl.parse(Orders.ORIGIN + "/refused").orElseThrow(), start, OptionalInt.of(1)));
    assertThat(desk.noindex).containsExactly(Orders.ORIGIN + "/");
  }

  @Test
  void reportsThePagesToComeWhereItsOrderAsksForThem() throws Exception {
    var desk = site();
    SANDBOX.start(Orders.of(AgentSource.agent(WALKER)).withReadAhead(2), desk).await();

    assertThat(desk.requests.stream().map(request -> request.next().urls()))
        .containsExactly(
            List.of(), List.of(PageUrl.parse(Orders.ORIGIN + "/refused").orElseThrow()), List.of());
    assertThat(desk.requests.getFirst().next().pages()).isEqualTo(Orders.limits().pages() - 1);
  }

  @Test
  void goesOnFromACheckpoint() throws Exception {
    var jar = AgentSource.agent(WALKER);
    var first = site();
    SANDBOX.start(Orders.of(jar), first).await();
    var second = site();
    var order = Orders.of("signer", jar, Orders.limits(), Optional.of(first.states.getFirst()));
    var end = SANDBOX.start(order, second).await();
    assertThat(end).isInstanceOf(VisitEnd.Finished.class);
    assertThat(second.pages)
        .containsExactly(Orders.ORIGIN + "/a/b?x=1", Orders.ORIGIN + "/refused");
    assertThat(second.findings).singleElement().asString().contains("\"visited\":2");
  }

  @Test
  void anAgentWithArraysInItsFieldsGoesOnWithThem() throws Exception {
    var jar =
        AgentSource.agent(
            """
              private int[] counts = {};
              private String[][] names = {};
              private byte[] octets = {};
              @Override public Next visit(Visit visit) {
                visit.log(counts.length == 0 ? "new" : counts[1] + names[1][0] + octets.length);
                counts = new int[] {1, 2, 3};
                names = new String[][] {{"a"}, {"b", null}};
                octets = new byte[70_000];
                return Next.done();
              }
            """);

    assertThat(linesOfTwoVisits(jar)).containsExactly("new", "2b70000");
  }

  @Test
  void stateNestedNearlyAsDeeplyAsIsAllowedTravelsInEveryWayOfNesting() throws Exception {
    var jar =
        AgentSource.agent(
            """
              record Level(Object inner) {}
              static final class Node { Object inner; }
              private Object nested;
              private int deep;
              @Override public Next visit(Visit visit) {
                if (nested == null) {
                  nested = "core";
                  for (int i = 0; i < 90; i++) {
                    var node = new Node();
                    node.inner = nested;
                    nested = switch (i % 4) {
                      case 0 -> new Level(nested);
                      case 1 -> new ArrayList<Object>(List.of(nested));
                      case 2 -> new HashMap<String, Object>(Map.of("k", nested));
                      default -> node;
                    };
                  }
                }
                Object o = nested;
                while (!(o instanceof String)) {
                  o = switch (o) {
                    case Level level -> level.inner();
                    case List<?> list -> list.get(0);
                    case Map<?, ?> map -> map.get("k");
                    case Node node -> node.inner;
                    default -> "lost";
                  };
                  deep++;
                }
                visit.log(o + " " + deep);
                return Next.done();
              }
            """);

    assertThat(linesOfTwoVisits(jar)).containsExactly("core 90", "core 180");
  }

  /// What an agent says, and what it says when it goes on with the state of its end.
  private static List<String> linesOfTwoVisits(byte[] jar) throws InterruptedException {
    var first = site();
    var end = SANDBOX.start(Orders.of(jar), first).await();
    assertThat(end).isInstanceOf(VisitEnd.Finished.class);
    var state = ((VisitEnd.Finished) end).state();
    var second = site();
    SANDBOX.start(Orders.of("signer", jar, Orders.limits(), Optional.of(state)), second).await();
    return Stream.concat(first.lines.stream(), second.lines.stream()).toList();
  }
}
