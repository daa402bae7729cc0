package dev.sojourn.visit;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sojourn.agent.KnownPage;
import dev.sojourn.agent.PagePrint;
import dev.sojourn.agent.PageUrl;
import dev.sojourn.agent.PageValidators;
import dev.sojourn.agent.Scope;
import dev.sojourn.agent.page.PageUsage;
import dev.sojourn.atp.parcel.PageOutcome;
import dev.sojourn.atp.parcel.PageRecord;
import dev.sojourn.atp.parcel.ParcelLine;
import dev.sojourn.base.Digest;
import dev.sojourn.page.parse.InProcessReader;
import dev.sojourn.robots.RobotsTxt;
import dev.sojourn.sandbox.PageReply;
import dev.sojourn.sandbox.PageRequest;
import dev.sojourn.sandbox.VisitSpending;
import dev.sojourn.visit.content.Content;
import dev.sojourn.visit.content.ContentSource;
import dev.sojourn.visit.view.PageViews;
import dev.sojourn.visit.view.ViewStore;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Requests for pages that the agent knows.
class UnchangedPageTest {
  private static final String SITE = "http://site.example";
  private static final PageValidators HELD =
      new PageValidators(Optional.of("\"1\""), Optional.empty());
  private static final Map<String, List<String>> HTML =
      Map.of("content-type", List.of("text/html"), "etag", List.of("\"1\""));

  private final Map<PageUrl, Content> pages = new HashMap<>();
  private final List<String> asked = new ArrayList<>();
  private final List<PageRecord> records = new ArrayList<>();
  private boolean mindsValidators;
  private RobotsTxt robots = RobotsTxt.allowAll();

  private final PageServer pageServer =
      new PageServer(
          new VisitGate(Scope.site(SITE), "ExampleBot", () -> robots, new RoutePolicy.OverHttp()),
          new ContentSource() {
            @Override
            public Content read(PageUrl url) {
              return read(url, PageValidators.NONE);
            }

            @Override
            public Content read(PageUrl url, PageValidators held) {
              asked.add(url.path() + (held.equals(HELD) ? " held" : ""));
              boolean isSame = mindsValidators && held.equals(HELD);
              return isSame
                  ? new Content.NotModified(notModified)
                  : pages.getOrDefault(url, new Content.Missing(404, "none"));
            }
          },
          new VisitJournal() {
            @Override
            public void commit(VisitProgress progress) {
              for (var line : progress.lines()) {
                if (line instanceof ParcelLine.Page(var record)) {
                  records.add(record);
                }
              }
            }

            @Override
            public void end(VisitResult result) {}

            @Override
            public boolean keepsValidators() {
              return true;
            }
          },
          VisitTally.NONE,
          () -> Instant.EPOCH,
          () -> 0,
          Optional.empty(),
          new PageViews(new InProcessReader(), ViewStore.NONE));

  private Map<String, List<String>> notModified = Map.of();

  @Test
  void aPageWithAnEqualDigestIsNotHandedOver() throws Exception {
    var known = read("/a", "text");

    assertThat(ask(known)).isEqualTo(new PageReply.Unchanged());

    assertThat(asked).containsExactly("/a", "/a held");
    assertThat(kept().getLast().outcome()).isEqualTo(PageOutcome.UNCHANGED);
    assertThat(kept().getLast().status()).isEqualTo(304);
    assertThat(pageServer.spentSoFar(VisitSpending.NONE).pages()).isEqualTo(2);
    assertThat(pageServer.spentSoFar(VisitSpending.NONE).pageBytes()).isEqualTo(4);
  }

  @Test
  void anotherBodyAnotherTypeAndAnotherRuleForRobotsAreChanges() throws Exception {
    var known = read("/a", "text");

    page("/a", "TEXT", HTML);
    assertThat(ask(known)).isInstanceOf(PageReply.Content.class);
    page("/a", "text", Map.of("content-type", List.of("text/plain")));
    assertThat(ask(known)).isInstanceOf(PageReply.Content.class);
    page(
        "/a",
        "text",
        Map.of("content-type", List.of("text/html"), "x-robots-tag", List.of("noindex")));
    assertThat(ask(known)).isInstanceOf(PageReply.Content.class);
  }

  @Test
  void anAnswerWithoutABodyIsBelievedButForRulesForRobots() throws Exception {
    var known = read("/a", "text");
    mindsValidators = true;
    assertThat(ask(known)).isEqualTo(new PageReply.Unchanged());

    notModified = Map.of("x-robots-tag", List.of("noindex"));
    var headers = new HashMap<>(HTML);
    headers.putAll(notModified);
    page("/a", "text", headers);
    asked.clear();

    assertThat(ask(known)).isInstanceOf(PageReply.Content.class);
    assertThat(asked).containsExactly("/a held", "/a");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Content-Usage: search=n",
        "Content-Usage: /a search=n",
        "Content-Signal: search=no",
        "Content-Usage: train-ai=n"
      })
  void aPageIsReadAgainWhenRobotsTxtAloneChangesItsUses(String record) throws Exception {
    var known = read("/a", "text");
    var denied = RobotsTxt.parse(("User-agent: *\nAllow: /\n" + record + "\n").getBytes(UTF_8));
    for (boolean is304 : new boolean[] {true, false}) {
      mindsValidators = is304;
      robots = RobotsTxt.allowAll();
      assertThat(ask(known)).isEqualTo(new PageReply.Unchanged());

      robots = denied;
      assertThat(ask(known)).isInstanceOf(PageReply.Content.class);
      var noted = kept().getLast().body().orElseThrow();
      var print = PagePrint.parse(noted.print(), noted.fields());
      var knownDenied = new KnownPage(SITE + "/a", Optional.empty(), print, HELD);
      assertThat(ask(knownDenied)).isEqualTo(new PageReply.Unchanged());

      robots = RobotsTxt.allowAll();
      assertThat(ask(knownDenied)).isInstanceOf(PageReply.Content.class);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "content-usage, search=n",
    "content-signal, search=no",
    "robots-tag, noindex",
    "x-robots-tag, noindex"
  })
  void aFieldThatDeniesUsesIsAChangeWithAndWithoutABody(String field, String value)
      throws Exception {
    var known = read("/a", "text");
    var headers = new HashMap<>(HTML);
    headers.put(field, List.of(value));
    page("/a", "text", headers);

    assertThat(ask(known)).isInstanceOf(PageReply.Content.class);

    mindsValidators = true;
    notModified = Map.of(field, List.of(value));
    assertThat(ask(known)).isInstanceOf(PageReply.Content.class);
  }

  @Test
  void aKnownPageThatRobotsTxtClosesIsNotAskedForEvenWithItsValidators() throws Exception {
    var known = read("/a", "text");
    mindsValidators = true;
    robots = RobotsTxt.parse("User-agent: *\nDisallow: /a\n".getBytes(UTF_8));
    asked.clear();

    assertThat(ask(known)).isInstanceOf(PageReply.Refused.class);

    assertThat(asked).isEmpty();
    assertThat(kept().getLast().outcome()).isEqualTo(PageOutcome.DISALLOWED);
  }

  @Test
  void aRedirectToAnEqualPageElsewhereIsAChange() throws Exception {
    page("/new", "text", HTML);
    pages.put(url("/a"), new Content.Redirect(url("/new")));
    var known = read("/new", "text");
    var moved = new KnownPage(SITE + "/a", Optional.empty(), known.print(), HELD);
    var still = new KnownPage(SITE + "/a", Optional.of(SITE + "/new"), known.print(), HELD);

    assertThat(ask(moved)).isInstanceOf(PageReply.Content.class);
    asked.clear();
    assertThat(ask(new KnownPage(SITE + "/new", Optional.empty(), known.print(), HELD)))
        .isEqualTo(new PageReply.Unchanged());
    assertThat(still.own()).isEqualTo(SITE + "/new");
  }

  @Test
  void theEndOfARedirectIsComparedWithWhatIsKnownOfIt() throws Exception {
    page("/new", "text", HTML);
    pages.put(url("/a"), new Content.Redirect(url("/new")));
    var print = read("/new", "text").print();

    assertThat(ask(new KnownPage(SITE + "/a", Optional.of(SITE + "/new"), print, HELD)))
        .isEqualTo(new PageReply.Unchanged());

    assertThat(asked).containsExactly("/new", "/a", "/new held");
    assertThat(kept().getLast().end()).contains(SITE + "/new");
  }

  @Test
  void theRecordOfAPageReportsAllThatIsNeededToAskAgain() throws Exception {
    var print = read("/a", "text").print().orElseThrow();

    var body = kept().getLast().body().orElseThrow();

    assertThat(body.print()).isEqualTo(print.bodyDigits()).isEqualTo("982d9e3eb996f559");
    assertThat(body.fields()).isEqualTo(print.fields());
    assertThat(body.etag()).contains("\"1\"");
    assertThat(body.lastModified()).isEmpty();
  }

  private List<PageRecord> kept() throws Exception {
    pageServer.checkpoint(new byte[0], VisitSpending.NONE);
    return records;
  }

  /// Reads a page, and gives it as a known page.
  private KnownPage read(String path, String body) throws Exception {
    page(path, body, HTML);
    pageServer.page(new PageRequest(url(path), Optional.empty(), OptionalInt.empty()));
    var print = UnchangedPageCheck.print(Digest.of(body.getBytes(UTF_8)), HTML, PageUsage.NONE);
    return new KnownPage(SITE + path, Optional.empty(), Optional.of(print), HELD);
  }

  private PageReply ask(KnownPage known) throws Exception {
    return pageServer.page(
        new PageRequest(
            PageUrl.parse(known.url()).orElseThrow(),
            Optional.empty(),
            OptionalInt.empty(),
            PageRequest.NextPages.NONE,
            Optional.of(known)));
  }

  private void page(String path, String body, Map<String, List<String>> headers) {
    pages.put(url(path), new Content.Found(url(path), 200, headers, body.getBytes(UTF_8)));
  }

  private static PageUrl url(String path) {
    return PageUrl.parse(SITE + path).orElseThrow();
  }
}
