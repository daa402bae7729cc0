package dev.sojourn.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sojourn.agent.PageUrl;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/// Pages that a worker is sent before its agent asks for them, in a real worker process.
@Timeout(120)
class PageAheadIT {
  @RegisterExtension static final OpenSandbox SANDBOX = OpenSandbox.of(2, 1);

  private static final int PAGES = 40;
  private static final int READ_AHEAD = 4;

  private static final byte[] READER =
      AgentSource.agent(
          """
          private final Frontier frontier = new Frontier();
          record Found(String url, String type, String title, int headings, String text, int links,
              int metas, Optional<String> language, String digest, boolean isNew, int chars) {}
          public Next visit(Visit visit) {
            frontier.begin(visit);
            while (frontier.hasNext()) {
              switch (visit.fetchNext(frontier)) {
                case Page page -> {
                  var text = page.text();
                  boolean isNew = frontier.isNew(page);
                  page.directives();
                  visit.report(new Found(page.url(), page.contentType(), page.title(),
                      page.headings().size(), text.substring(0, Math.min(200, text.length())),
                      page.links().size(), page.metas().size(), page.language(), page.digest(),
                      isNew, page.body().length()));
                  frontier.addLinks(page);
                }
                case Fetched.Unchanged(var url) -> visit.log("unchanged");
                case Fetched.OutOfScope(var url) -> visit.log("outside");
                case Fetched.Refused(var url, var reason) -> visit.log(url + " " + reason);
                case Fetched.Missing(var url, var status, var reason) -> visit.log(url + status);
              }
              visit.checkpoint();
            }
            return Next.done();
          }
          """);

  /// Ordinary pages, with the worst that are known for a parser among them.
  private static PageReply page(PageUrl url) {
    int number = url.path().equals("/") ? 0 : Integer.parseInt(url.path().substring(1));
    return switch (number % 20) {
      case 3 -> html(url, "<div>".repeat(20_000) + "deep");
      case 5 -> html(url, "<p " + "a=" + "x".repeat(200_000) + ">long");
      case 9 -> html(url, "<title>large</title>" + "<p>word ".repeat(60_000));
      case 11 -> typed(url, "text/plain", "no <a href=/1>link</a>");
      case 12 -> typed(url, "", "<html lang=fr><title>sniffed</title><a href=/2>two</a>");
      case 13 -> typed(url, "text/html; charset=iso-8859-1", "<title>caf\u00e9</title>");
      case 14 -> html(url, "<meta name=robots content=noindex><title>hidden</title>");
      case 15 -> html(url, "");
      case 16 -> new PageReply.Missing(410, "gone");
      case 17 -> html(url, "<table>" + "<a href=/1>x".repeat(5_000));
      // After a page that is given up, none is worked out ahead.
      case 18 -> html(url, "<b a1><i a2><u a3><s a4>" + "<p>".repeat(20_000) + "again");
      default ->
          html(
              url,
              "<html lang=en><title>page %d</title><h1>One</h1><h2>Two</h2>%s<p>text %d"
                  .formatted(number, links(), number));
    };
  }

  private static String links() {
    return IntStream.range(0, PAGES)
        .mapToObj("<a href=/%d>a</a> "::formatted)
        .collect(Collectors.joining());
  }

  private static PageReply html(PageUrl url, String html) {
    return RecordingServices.html(url, html);
  }

  private static PageReply typed(PageUrl url, String type, String body) {
    var fields =
        type.isEmpty() ? Map.<String, List<String>>of() : Map.of("content-type", List.of(type));
    return new PageReply.Content(url, 200, fields, body.getBytes(StandardCharsets.ISO_8859_1));
  }

  /// A visit, and what it left.
  private record Made(VisitEnd end, EarlyServices desk, VisitSpending spending) {}

  private static Made visit(EarlyServices desk, VisitLimits limits, int readAhead)
      throws Exception {
    var order = Orders.of("signer", READER, limits).withReadAhead(readAhead);
    var visit = SANDBOX.start(order, desk);
    return new Made(visit.await(), desk, visit.spending());
  }

  private static void assertSame(Made early, Made plain) {
    assertThat(early.end()).usingRecursiveComparison().isEqualTo(plain.end());
    assertThat(early.desk().noted.findings).isEqualTo(plain.desk().noted.findings);
    assertThat(early.desk().noted.pages).isEqualTo(plain.desk().noted.pages);
    assertThat(early.desk().noted.noindex).isEqualTo(plain.desk().noted.noindex);
    assertThat(early.desk().noted.lines).isEqualTo(plain.desk().noted.lines);
    assertThat(plain.desk().given).isEmpty();
  }

  private static EarlyServices desk() {
    return new EarlyServices(PageAheadIT::page, reply -> reply);
  }

  @Test
  void findingsAreTheSameRecordByRecordAndTheWorkIsChargedToTheVisit() throws Exception {
    var plain = visit(desk(), Orders.limits(), 0);
    var early = visit(desk(), Orders.limits(), READ_AHEAD);

    assertThat(plain.end()).isInstanceOf(VisitEnd.Finished.class);
    assertThat(plain.desk().noted.findings).hasSize(PAGES - 1);
    assertSame(early, plain);
    assertThat(early.desk().given).hasSizeGreaterThan(PAGES / 2);
    // The visit's own thread allocates less than half of it.
    assertThat((double) early.spending().allocatedBytes())
        .isBetween(
            0.8 * plain.spending().allocatedBytes(), 2.5 * plain.spending().allocatedBytes());
  }

  @Test
  void aPageThatIsShutOrChangedAfterItWasSentAheadIsNotRead() throws Exception {
    var shut = List.of("/1", "/4", "/19");
    var desk =
        new EarlyServices(
            PageAheadIT::page,
            reply ->
                switch (reply) {
                  case PageReply.Content page when shut.contains(page.url().path()) ->
                      new PageReply.Refused("robots.txt line 3");
                  case PageReply.Content page when page.url().path().equals("/2") ->
                      html(page.url(), "<title>new</title>");
                  default -> reply;
                });
    var made = visit(desk, Orders.limits(), READ_AHEAD);

    assertThat(made.desk().given).contains(Orders.ORIGIN + "/1", Orders.ORIGIN + "/2");
    assertThat(made.desk().noted.lines)
        .contains(
            Orders.ORIGIN + "/1 robots.txt line 3",
            Orders.ORIGIN + "/4 robots.txt line 3",
            Orders.ORIGIN + "/19 robots.txt line 3");
    assertThat(made.desk().noted.findings)
        .noneMatch(json -> json.contains("8080/1\"") || json.contains("\"page 2\""))
        .anyMatch(json -> json.contains("\"title\":\"new\""));
  }

  @Test
  void noMorePagesAreSentThanTheVisitMayRead() throws Exception {
    var limits = Orders.limits().withAllowance(Orders.limits().wallClock(), 3, 1 << 20, 1_000);
    var plain = visit(desk(), limits, 0);
    var early = visit(desk(), limits, READ_AHEAD);

    assertThat(plain.end())
        .isInstanceOfSatisfying(
            VisitEnd.Stopped.class, stopped -> assertThat(stopped.limit()).isEqualTo("pages"));
    assertSame(early, plain);
    assertThat(early.desk().given).containsExactly(Orders.ORIGIN + "/1");
  }
}
