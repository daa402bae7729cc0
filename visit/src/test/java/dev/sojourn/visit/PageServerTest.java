package dev.sojourn.visit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sojourn.agent.FrontierCounts;
import dev.sojourn.agent.Next;
import dev.sojourn.agent.PageUrl;
import dev.sojourn.agent.PageValidators;
import dev.sojourn.agent.Scope;
import dev.sojourn.agent.page.PagePart;
import dev.sojourn.atp.parcel.PageOutcome;
import dev.sojourn.atp.parcel.PageRecord;
import dev.sojourn.atp.parcel.ParcelLine;
import dev.sojourn.base.Digest;
import dev.sojourn.page.parse.InProcessReader;
import dev.sojourn.page.view.PageView;
import dev.sojourn.page.view.ParsedPage;
import dev.sojourn.page.view.TreeView;
import dev.sojourn.page.view.ViewReader;
import dev.sojourn.robots.RobotsTxt;
import dev.sojourn.sandbox.CodePlace;
import dev.sojourn.sandbox.PageDetail;
import dev.sojourn.sandbox.PageReply;
import dev.sojourn.sandbox.PageRequest;
import dev.sojourn.sandbox.VisitEnd;
import dev.sojourn.sandbox.VisitSpending;
import dev.sojourn.visit.content.Content;
import dev.sojourn.visit.content.ContentSource;
import dev.sojourn.visit.view.PageViews;
import dev.sojourn.visit.view.ViewStore;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class PageServerTest {
  private static final String SITE = "http://site.example";
  private static final Scope SCOPE = new Scope(SITE, List.of("/docs/"), List.of("/docs/old/"));
  private static final RobotsTxt ROBOTS =
      RobotsTxt.parse("User-agent: *\nDisallow: /docs/private/\n".getBytes(StandardCharsets.UTF_8));

  private static final VisitGate GATE = TestGates.of(SCOPE, "ExampleBot", ROBOTS);
  private static final PageViews VIEWS = new PageViews(new InProcessReader(), ViewStore.NONE);

  private final Map<PageUrl, Content> pages = new HashMap<>();
  private final List<PageUrl> asked = new ArrayList<>();
  private final Kept kept = new Kept();
  private Instant now = Instant.parse("2026-05-01T10:00:00Z");
  private final PageServer pageServer = pageServer(VisitTally.NONE);

  private long nanos() {
    return Duration.between(Instant.EPOCH, now).toNanos();
  }

  /// A journal that remembers.
  private static final class Kept implements VisitJournal {
    private final List<VisitProgress> checkpoints = new ArrayList<>();
    private final List<String> handed = new ArrayList<>();
    private int asked;
    private boolean full;

    @Override
    public void commit(VisitProgress progress) throws IOException {
      if (full) {
        throw new IOException("disk full");
      }
      checkpoints.add(progress);
    }

    @Override
    public void asked() {
      asked++;
    }

    @Override
    public void handsOver(PageUrl url, int bytes) {
      handed.add(url.path() + " " + bytes);
    }

    @Override
    public void end(VisitResult result) {}
  }

  @Test
  void givesAPageInScopeThatRobotsAllows() throws Exception {
    page("/docs/a.html", "hello");

    assertThat(pageServer.page(request(url("/docs/a.html"))))
        .isInstanceOfSatisfying(
            PageReply.Content.class,
            content -> {
              assertThat(content.digest()).isEqualTo(Digest.of(state("hello")));
              assertThat(content.sizeBytes()).isEqualTo(5);
              assertThat(content.view().text()).isEqualTo("hello");
            });
  }

  @Test
  void aPageIsRecordedBeforeItsWorkerGetsItWhateverEndsTheVisit() throws Exception {
    page("/docs/a.html", "hello");
    pageServer.page(request(url("/docs/a.html")));
    pageServer.page(request(url("/docs/none.html")));

    assertThat(kept.handed).containsExactly("/docs/a.html 5");
    assertThat(kept.asked).isEqualTo(2);
  }

  @Test
  void aPageIsRecordedTheSameWhetherAtOnceOrLater() throws Exception {
    page("/docs/a.html", "hello");
    page("/docs/b.html", "hello ".repeat(1_000));

    var atOnce = recorded(true);
    assertThat(recorded(false)).isEqualTo(atOnce);
    assertThat(atOnce.lines()).hasSize(7);
    assertThat(atOnce.tally().gzipBytes()).isBetween(20L, 1_000L);
  }

  private record Recorded(List<ParcelLine> lines, VisitTally tally) {}

  private Recorded recorded(boolean isAtOnce) throws Exception {
    var other = pageServer(VisitTally.NONE);
    for (var path : List.of("/docs/a.html", "/docs/b.html", "/docs/none.html", "/elsewhere")) {
      var _ = other.page(request(url(path)));
      if (isAtOnce) {
        other.answered();
      }
      if (path.equals("/docs/a.html")) {
        other.finding("{}".getBytes(StandardCharsets.UTF_8));
      } else if (path.equals("/docs/b.html")) {
        other.noindex();
        other.refer(url("/other/"));
      }
    }
    other.log("over");
    var end = new VisitEnd.Finished(new byte[0], Next.done());
    var result = other.result(end, VisitSpending.NONE);
    return new Recorded(result.lastLines(), result.tally());
  }

  @Test
  void refusesWhatRobotsDisallowsWithTheDecidingLineAndDoesNotReadIt() throws Exception {
    page("/docs/private/a.html", "secret");

    assertThat(pageServer.page(request(url("/docs/private/a.html"))))
        .isInstanceOfSatisfying(
            PageReply.Refused.class,
            refused ->
                assertThat(refused.reason())
                    .contains("line 2")
                    .contains("Disallow: /docs/private/")
                    .contains("ExampleBot"));
    assertThat(asked).isEmpty();
  }

  @Test
  void anErrorAtOnePageCostsTheVisitNoOther() throws Exception {
    page("/docs/b.html", "hello");
    var next = new ArrayList<Error>(List.of(new StackOverflowError(), new OutOfMemoryError()));
    var hostile =
        pageServer(
            url -> {
              if (!next.isEmpty()) {
                throw next.removeFirst();
              }
              return read(url);
            });
    while (!next.isEmpty()) {
      var failed = (PageReply.Missing) hostile.page(request(url("/docs/a.html")));
      assertThat(failed.reason()).endsWith("by a fault of this program.");
    }
    assertThat((PageReply.Content) hostile.page(request(url("/docs/b.html")))).isNotNull();
  }

  @Test
  void aWorkerThatNamesForbiddenPagesAheadGetsNoneOfThemRead() throws Exception {
    var noted = new ArrayList<PageUrl>();
    var source = new ExpectingSource(this::read, noted::addAll);
    redirect("/docs/moved", "/docs/b");
    var ahead = pageServer(source);
    ahead.page(request(url("/docs/moved")));
    var next =
        List.of(
            url("/docs/a"),
            url("/docs/private/b"),
            url("/other/"),
            url("/docs/old/c"),
            PageUrl.parse("http://else.example/docs/").orElseThrow(),
            url("/docs/moved"),
            url("/docs/now"),
            url("/docs/d"));
    ahead.page(
        new PageRequest(
            url("/docs/now"),
            Optional.empty(),
            OptionalInt.empty(),
            new PageRequest.NextPages(next, 7, 70)));

    assertThat(noted).containsExactly(url("/docs/a"), url("/docs/d"));
    assertThat(asked).containsExactly(url("/docs/moved"), url("/docs/b"), url("/docs/now"));
  }

  @Test
  void aPageThatWasExpectedIsRefusedIfTheRulesHaveBecomeTighter() throws Exception {
    page("/docs/a", "a");
    page("/docs/b", "b");
    var rules = new AtomicReference<>(ROBOTS);
    var gate = new VisitGate(SCOPE, "ExampleBot", rules::get, new RoutePolicy.OverHttp());
    var expected = new ArrayList<PageUrl>();
    var tightened =
        pageServer(gate, new ExpectingSource(this::read, expected::addAll), VisitTally.NONE, VIEWS);
    var next = new PageRequest.NextPages(List.of(url("/docs/b")), 7, 70);
    tightened.page(new PageRequest(url("/docs/a"), Optional.empty(), OptionalInt.empty(), next));
    rules.set(
        RobotsTxt.parse("User-agent: *\nDisallow: /docs/b\n".getBytes(StandardCharsets.UTF_8)));

    assertThat(tightened.page(request(url("/docs/b")))).isInstanceOf(PageReply.Refused.class);

    assertThat(expected).containsExactly(url("/docs/b"));
    assertThat(asked).containsExactly(url("/docs/a"));
    assertThat(kept.handed).containsExactly("/docs/a 1");
    assertThat(tightened.detail(PageDetail.BYTES)).isEmpty();
    assertThat(tightened.spentSoFar(VisitSpending.NONE).pages()).isEqualTo(1);
  }

  /// A source that is asked to read ahead.
  private record ExpectingSource(ContentSource source, Consumer<List<PageUrl>> expected)
      implements ContentSource {
    @Override
    public Content read(PageUrl url) throws IOException, InterruptedException {
      return source.read(url);
    }

    @Override
    public void expect(
        List<PageUrl> urls, Map<PageUrl, PageValidators> held, long left, long bytes) {
      expected.accept(urls);
      assertThat(List.of(left, bytes)).containsExactly(7L, 70L);
    }
  }

  @Test
  void aPageCountsItsBodyOnceHoweverOftenTheAgentAsksForParts() throws Exception {
    page("/docs/a", "<p id=x>hello</p>");
    redirect("/docs/moved", "/docs/b");
    page("/docs/b", "b");
    assertThat(pageServer.detail(PageDetail.BYTES)).isEmpty();

    pageServer.page(request(url("/docs/a")));
    assertThat(pageServer.detail(PageDetail.TEXT)).contains(state("<p id=x>hello</p>"));
    assertThat(pageServer.detail(PageDetail.BYTES)).contains(state("<p id=x>hello</p>"));
    assertThat(TreeView.of(pageServer.detail(PageDetail.TREE).orElseThrow())).isNotNull();
    pageServer.page(request(url("/docs/none")));
    assertThat(pageServer.detail(PageDetail.BYTES)).isEmpty();
    pageServer.page(request(url("/docs/moved")));
    assertThat(pageServer.detail(PageDetail.BYTES)).contains(state("b"));

    assertThat(kept.handed).containsExactly("/docs/a 17", "/docs/b 1");
    var spent = pageServer.spentSoFar(VisitSpending.NONE);
    assertThat(spent.pages()).isEqualTo(2);
    assertThat(spent.pageBytes()).isEqualTo(18);
  }

  @Test
  void theRecordOfAPageThatWasNotParsedGivesTheReason() throws Exception {
    page("/docs/a", "hello");
    var type = new ParsedPage.Type("text/html", "UTF-8", true);
    var unparsed = PageView.of(ParsedPage.unparsed(type, 0, "it took more than 5000 ms"));
    var views = new PageViews(new OneView(unparsed), ViewStore.NONE);
    var failing = pageServer(GATE, this::read, VisitTally.NONE, views);

    assertThat(failing.page(request(url("/docs/a")))).isInstanceOf(PageReply.Content.class);
    failing.shortened(Set.of(PagePart.MARKUP)); // The agent asked for the title.
    failing.checkpoint(state("one"), VisitSpending.NONE);

    assertThat(pages(kept.checkpoints.getFirst().lines()))
        .singleElement()
        .satisfies(
            page -> {
              assertThat(page.outcome()).isEqualTo(PageOutcome.FETCHED);
              assertThat(page.reason()).isEqualTo("Not parsed: it took more than 5000 ms.");
            });
    assertThat(kept.checkpoints.getFirst().tally().gzipBytes()).isEqualTo(5);
  }

  /// A reader that says the same about each page.
  private record OneView(PageView view) implements ViewReader {
    @Override
    public PageView view(Source source) {
      return view;
    }

    @Override
    public TreeView tree(Source source) {
      return TreeView.UNREAD;
    }

    @Override
    public byte[] text(Source source) {
      return new byte[0];
    }
  }

  @Test
  void refusesWhatLiesOutsideTheScope() throws Exception {
    assertThat(pageServer.page(request(url("/other/")))).isInstanceOf(PageReply.Refused.class);
    assertThat(pageServer.page(request(url("/docs/old/a")))).isInstanceOf(PageReply.Refused.class);
    assertThat(pageServer.page(request(PageUrl.parse("http://else.example/docs/").orElseThrow())))
        .isInstanceOf(PageReply.Refused.class);
    assertThat(asked).isEmpty();
  }

  @Test
  void followsRedirectsInsideTheScope() throws Exception {
    redirect("/docs/a", "/docs/b");
    redirect("/docs/b", "/docs/c");
    page("/docs/c", "there");

    assertThat(pageServer.page(request(url("/docs/a"))))
        .isInstanceOfSatisfying(
            PageReply.Content.class,
            content -> assertThat(content.url()).isEqualTo(url("/docs/c")));
  }

  @Test
  void aRedirectDoesNotLeadPastRobots() throws Exception {
    redirect("/docs/a", "/docs/private/b");
    page("/docs/private/b", "secret");

    assertThat(pageServer.page(request(url("/docs/a")))).isInstanceOf(PageReply.Refused.class);
    assertThat(asked).containsExactly(url("/docs/a"));
  }

  @Test
  void aRedirectOutOfTheScopeIsNotFollowedButReferred() throws Exception {
    redirect("/docs/a", "/elsewhere");
    page("/elsewhere", "secret");

    assertThat(pageServer.page(request(url("/docs/a")))).isInstanceOf(PageReply.Missing.class);
    assertThat(asked).containsExactly(url("/docs/a"));
    pageServer.checkpoint(state("s"), VisitSpending.NONE);
    assertThat(said(kept.checkpoints.getFirst().lines()))
        .containsExactly(new ParcelLine.Referral(SITE + "/elsewhere"));
  }

  @Test
  void pagesThatMovedCannotFillTheHostsMemoryWhileNothingIsKept() throws Exception {
    for (int i = 0; i < 300; i++) {
      redirect("/docs/" + i, "/elsewhere/" + "x".repeat(8_000) + i);
    }
    for (int i = 0; i < 600; i++) {
      pageServer.page(request(url("/docs/" + i % 300)));
    }
    assertThat(pageServer.page(request(url("/docs/299"))))
        .isInstanceOfSatisfying(
            PageReply.Missing.class,
            missing ->
                assertThat(missing.reason()).contains("it was not referred to the dispatcher"));
    pageServer.checkpoint(state("s"), VisitSpending.NONE);
    assertThat(said(kept.checkpoints.getFirst().lines()))
        .hasSize(131)
        .doesNotHaveDuplicates()
        .endsWith(new ParcelLine.Dropped(2 * 170 + 1));
    assertThat(pages(kept.checkpoints.getFirst().lines()).filter(page -> page.end().isPresent()))
        .hasSize(130);

    pageServer.page(request(url("/docs/299")));
    pageServer.checkpoint(state("s"), VisitSpending.NONE);
    assertThat(said(kept.checkpoints.getLast().lines())).hasSize(1);
  }

  /// The URLs that wait stay those that the worker said.
  @Test
  void aRedirectThatLosesItsUserIsCountedAsALinkIsEachOnce() throws Exception {
    pages.put(url("/docs/1"), new Content.Redirect(url("/docs/x"), true));
    pages.put(url("/docs/2"), new Content.Redirect(url("/docs/y"), true));
    pages.put(url("/docs/3"), new Content.Redirect(url("/docs/z"), false));
    page("/docs/x", "x");
    pageServer.counted(new FrontierCounts(9, 5, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0));
    for (int number : new int[] {1, 1, 2, 3}) {
      pageServer.page(request(url("/docs/" + number)));
    }
    pageServer.checkpoint(state("s"), VisitSpending.NONE);
    assertThat(kept.checkpoints.getFirst().lines())
        .contains(
            new ParcelLine.Counted(
                new FrontierCounts(0, 5, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 3, 0, 0, 0)));
  }

  @Test
  void countersOfAFrontierBecomeOneLineHoweverOftenAWorkerReportsThem() throws Exception {
    for (int waiting = 1_000; waiting >= 0; waiting--) {
      pageServer.counted(
          new FrontierCounts(9, waiting, 1, 2, 3, 4, 5, 6, 7, 8, 1L << 40, 10, 11, 12, 13, 0));
    }
    pageServer.checkpoint(state("s"), VisitSpending.NONE);
    long many = 1_001;
    assertThat(kept.checkpoints.getFirst().lines())
        .containsExactly(
            new ParcelLine.Counted(
                new FrontierCounts(
                    0,
                    0,
                    many,
                    2 * many,
                    3 * many,
                    4 * many,
                    5 * many,
                    6 * many,
                    7 * many,
                    8 * many,
                    many << 40,
                    10 * many,
                    11 * many,
                    12 * many,
                    13 * many,
                    0)));

    pageServer.checkpoint(state("s"), VisitSpending.NONE);
    assertThat(kept.checkpoints.getLast().lines()).isEmpty();
  }

  @Test
  void aCircleOfRedirectsEnds() throws Exception {
    redirect("/docs/a", "/docs/b");
    redirect("/docs/b", "/docs/a");

    assertThat(pageServer.page(request(url("/docs/a"))))
        .isInstanceOfSatisfying(
            PageReply.Missing.class, missing -> assertThat(missing.status()).isEqualTo(508));
    assertThat(pageServer.page(request(url("/docs/b"))))
        .isEqualTo(
            new PageReply.Missing(508, "It redirects in a circle, back to " + SITE + "/docs/b."));
    assertThat(asked).containsExactly(url("/docs/a"), url("/docs/b"));
  }

  @Test
  void aChainOfRedirectsIsWalkedOnce() throws Exception {
    redirect("/docs/a", "/docs/b");
    redirect("/docs/b", "/docs/c");
    redirect("/docs/x", "/docs/b");
    page("/docs/c", "there");
    pageServer.page(request(url("/docs/a")));
    asked.clear();

    var noted =
        new PageReply.Missing(
            302, "It redirects to " + SITE + "/docs/c, which this visit was given before.");
    assertThat(pageServer.page(request(url("/docs/b")))).isEqualTo(noted);
    assertThat(pageServer.page(request(url("/docs/a")))).isEqualTo(noted);
    assertThat(asked).isEmpty();
    assertThat(pageServer.page(request(url("/docs/x")))).isEqualTo(noted);
    assertThat(asked).containsExactly(url("/docs/x"));
  }

  @Test
  void theSessionThatARedirectGivesIsNoPartOfThePagesName() throws Exception {
    var session = "?PHPSESSID=0123456789abcdef0123";
    redirect("/docs/a", "/docs/b" + session);
    page("/docs/b" + session, "there");
    redirect("/docs/x", "/docs/b?PHPSESSID=fedcba98765432100123");
    page("/docs/b?PHPSESSID=fedcba98765432100123", "there");
    redirect("/docs/own", "/docs/own;jsessionid=0000AbCdEfGhIjKlMnOpQrStUvW:15abcdef0");
    page("/docs/own;jsessionid=0000AbCdEfGhIjKlMnOpQrStUvW:15abcdef0", "own");

    assertThat(pageServer.page(request(url("/docs/a"))))
        .isInstanceOfSatisfying(
            PageReply.Content.class, page -> assertThat(page.url()).isEqualTo(url("/docs/b")));
    assertThat(pageServer.page(request(url("/docs/x"))))
        .isEqualTo(
            new PageReply.Missing(
                302, "It redirects to " + SITE + "/docs/b, which this visit was given before."));
    assertThat(pageServer.page(request(url("/docs/own"))))
        .isInstanceOfSatisfying(
            PageReply.Content.class, page -> assertThat(page.url()).isEqualTo(url("/docs/own")));
    assertThat(asked).contains(url("/docs/b" + session));
  }

  @Test
  void aChainThatIsTooLongIsReportedAndGoneOnFromItsMiddle() throws Exception {
    for (int i = 0; i < 8; i++) {
      redirect("/docs/" + i, "/docs/" + (i + 1));
    }
    page("/docs/8", "there");

    assertThat(pageServer.page(request(url("/docs/0"))))
        .isEqualTo(
            new PageReply.Missing(
                508, "It redirects more than 5 times, last to " + SITE + "/docs/6."));
    asked.clear();
    assertThat(pageServer.page(request(url("/docs/3")))).isInstanceOf(PageReply.Content.class);
    assertThat(asked).containsExactly(url("/docs/6"), url("/docs/7"), url("/docs/8"));
  }

  @Test
  void redirectsWithoutEndTakeNoMoreMemoryThanAMebibyte() throws Exception {
    for (int i = 0; i < 500; i++) {
      redirect("/docs/" + i + "?" + "x".repeat(8_000), "/docs/private/" + i);
      pageServer.page(request(url("/docs/" + i + "?" + "x".repeat(8_000))));
    }
    asked.clear();
    for (int i = 0; i < 500; i++) {
      pageServer.page(request(url("/docs/" + i + "?" + "x".repeat(8_000))));
    }
    assertThat(asked).hasSizeBetween(350, 400);
  }

  @Test
  void aSourceThatFailsIsAMissingPageThatReportsNothingOfThisMachine() throws Exception {
    assertThat(pageServer.page(request(url("/docs/broken"))))
        .isEqualTo(new PageReply.Missing(0, "It could not be read now."));
  }

  @Test
  void aCheckpointCommitsWhatWasSaidSinceTheLastOneInOrder() throws Exception {
    pageServer.finding("{\"a\":1}".getBytes(StandardCharsets.UTF_8));
    pageServer.log("half way");
    pageServer.checkpoint(state("one"), VisitSpending.NONE);
    pageServer.refer(url("/docs/b"));
    pageServer.checkpoint(state("two"), VisitSpending.NONE);

    assertThat(kept.checkpoints).hasSize(2);
    assertThat(kept.checkpoints.get(0).lines())
        .containsExactly(new ParcelLine.Finding("{\"a\":1}"), new ParcelLine.Log("half way"));
    assertThat(kept.checkpoints.get(1).lines())
        .containsExactly(new ParcelLine.Referral(SITE + "/docs/b"));
    assertThat(kept.checkpoints.get(1).state()).asString().isEqualTo("two");
  }

  @Test
  void talliesPagesBytesFindingsAndTimeOnTopOfWhatWasSpentBefore() throws Exception {
    var body = "<html>" + "hello ".repeat(1_000) + "</html>";
    page("/docs/a.html", body);
    pages.put(
        url("/docs/b.png"),
        new Content.Found(
            url("/docs/b.png"),
            200,
            Map.of("Content-Type", List.of("image/png")),
            new byte[1_000]));
    var before = new VisitTally(Duration.ofSeconds(10), 1, 2, 3, 4, VisitSpending.NONE);
    var resumed = pageServer(before);
    resumed.page(request(url("/docs/a.html")));
    resumed.page(request(url("/docs/b.png")));
    resumed.page(request(url("/docs/none")));
    resumed.finding(state("{}"));
    now = now.plusSeconds(5);
    resumed.checkpoint(state("s"), VisitSpending.NONE);

    var tally = kept.checkpoints.getFirst().tally();
    assertThat(tally.time()).isEqualTo(Duration.ofSeconds(15));
    assertThat(tally.pages()).isEqualTo(3);
    assertThat(tally.pageBytes()).isEqualTo(2 + body.length() + 1_000);
    assertThat(tally.findings()).isEqualTo(5);
    assertThat(tally.gzipBytes())
        .as("text as gzip makes it, an image as it is")
        .isBetween(3 + 1_000 + 20L, 3 + 1_000 + 200L);
  }

  @Test
  void anEndThatIsNoFinishKeepsOnlyTheLogAndWhatWasAskedFor() throws Exception {
    pageServer.finding(state("{\"kept\":1}"));
    pageServer.checkpoint(state("one"), VisitSpending.NONE);
    pageServer.finding(state("{\"lost\":1}"));
    pageServer.refer(url("/docs/b"));
    pageServer.log("why");
    pageServer.page(request(url("/docs/none")));

    var result =
        pageServer.result(new VisitEnd.Failed("boom", CodePlace.UNKNOWN), VisitSpending.NONE);

    assertThat(said(result.lastLines())).containsExactly(new ParcelLine.Log("why"));
    assertThat(pages(result.lastLines()))
        .singleElement()
        .satisfies(page -> assertThat(page.outcome()).isEqualTo(PageOutcome.CLIENT_ERROR));
    assertThat(result.tally().findings()).isEqualTo(1);
  }

  @Test
  void aFinishKeepsAllLines() {
    pageServer.finding(state("{}"));

    var result =
        pageServer.result(new VisitEnd.Finished(state("end"), Next.done()), VisitSpending.NONE);

    assertThat(result.lastLines()).hasSize(1);
    assertThat(result.tally().findings()).isEqualTo(1);
  }

  @Test
  void aCheckpointThatIsNotKeptKeepsItsLinesForTheNext() throws Exception {
    pageServer.finding(state("{}"));
    kept.full = true;
    assertThatThrownBy(() -> pageServer.checkpoint(state("one"), VisitSpending.NONE))
        .isInstanceOf(IOException.class);
    assertThat(pageServer.committedState()).isEmpty();

    kept.full = false;
    pageServer.checkpoint(state("two"), VisitSpending.NONE);

    assertThat(kept.checkpoints.getFirst().lines()).hasSize(1);
  }

  @Test
  void aPageThatMovedToAPartOfAnotherHostIsReferred() throws Exception {
    redirect("/docs/moved", "/docs/there/");
    var robots =
        RobotsTxt.parse("Mobile-agent-server: /docs/there/ none".getBytes(StandardCharsets.UTF_8));
    var here = new RoutePolicy.AtHost(Set.of(), RoutePolicy.Unrouted.TAKE);
    var gate = new VisitGate(SCOPE, "ExampleBot", () -> robots, here);
    var routed = pageServer(gate, this::read, VisitTally.NONE, VIEWS);

    assertThat(routed.page(request(url("/docs/moved")))).isInstanceOf(PageReply.Missing.class);
    assertThat(routed.page(request(url("/docs/there/")))).isInstanceOf(PageReply.Refused.class);
    routed.checkpoint(state("one"), VisitSpending.NONE);

    assertThat(said(kept.checkpoints.getFirst().lines()))
        .containsExactly(new ParcelLine.Referral(SITE + "/docs/there/"));
    assertThat(asked).containsExactly(url("/docs/moved"));
  }

  @Test
  void aPageThatMovedOutOfTheScopeIsReferredWithoutTheIdentifierOfItsSession() throws Exception {
    redirect("/docs/one", "/app/(S(lit3py55t21z5v55vlm25s55))/start");
    redirect("/docs/two", "/app/start;jsessionid=0123456789ABCDEF0123");

    pageServer.page(request(url("/docs/one")));
    pageServer.page(request(url("/docs/two")));
    pageServer.checkpoint(state("one"), VisitSpending.NONE);

    assertThat(said(kept.checkpoints.getFirst().lines()))
        .containsExactly(new ParcelLine.Referral(SITE + "/app/start"));
  }

  @Test
  void theRecordOfAPageNamesTheViewsThatWereReadInPart() throws Exception {
    page("/docs/b", "hello");
    pageServer.page(request(url("/docs/b")));
    pageServer.shortened(Set.of(PagePart.LINKS));
    pageServer.shortened(EnumSet.of(PagePart.LINKS, PagePart.TITLE));
    pageServer.noindex();
    pageServer.page(request(url("/docs/none")));
    pageServer.shortened(Set.of(PagePart.TEXT));
    pageServer.checkpoint(state("one"), VisitSpending.NONE);
    pageServer.shortened(Set.of(PagePart.TEXT));

    assertThat(kept.checkpoints.getFirst().lines())
        .extracting(line -> ((ParcelLine.Page) line).asked().reason())
        .first()
        .isEqualTo("Read in part: title, links.");
    assertThat(kept.checkpoints.getFirst().lines())
        .extracting(line -> ((ParcelLine.Page) line).asked().reason())
        .noneMatch(reason -> reason.contains("text"));
  }

  @Test
  void keepsARecordOfEachPageWithTheCheckpoint() throws Exception {
    redirect("/docs/a", "/docs/b");
    page("/docs/b", "hello");
    var foundOn = url("/docs/");
    pageServer.page(new PageRequest(url("/docs/a"), Optional.of(foundOn), OptionalInt.of(1)));
    pageServer.noindex();
    pageServer.page(request(url("/docs/none")));
    pageServer.noindex();
    pageServer.checkpoint(state("one"), VisitSpending.NONE);
    pageServer.noindex();

    assertThat(kept.checkpoints.getFirst().lines())
        .containsExactly(
            new ParcelLine.Page(
                new PageRecord(
                    SITE + "/docs/a",
                    Optional.of(SITE + "/docs/b"),
                    Optional.of(SITE + "/docs/"),
                    OptionalInt.of(1),
                    now,
                    Duration.ZERO,
                    PageOutcome.FETCHED,
                    200,
                    "",
                    Optional.of(
                        new PageRecord.Body(
                            "text/html",
                            5,
                            "2cf24dba5fb0a30e",
                            true,
                            "c9db400b00000000",
                            Optional.empty(),
                            Optional.empty())))),
            new ParcelLine.Page(
                new PageRecord(
                    SITE + "/docs/none",
                    Optional.empty(),
                    Optional.empty(),
                    OptionalInt.empty(),
                    now,
                    Duration.ZERO,
                    PageOutcome.CLIENT_ERROR,
                    404,
                    "none",
                    Optional.empty())));
  }

  @Test
  void aRecordSaysHowEachRequestCameOut() throws Exception {
    redirect("/docs/loop", "/docs/loop");
    redirect("/docs/moved", "/elsewhere");
    pages.put(url("/docs/late"), new Content.Missing(0, "late", PageOutcome.TIMED_OUT));
    var asked =
        List.of(
            "/docs/private/a", "/docs/loop", "/docs/moved", "/docs/broken", "/docs/late", "/else");
    for (var path : asked) {
      pageServer.page(request(url(path)));
    }
    pageServer.checkpoint(state("one"), VisitSpending.NONE);

    assertThat(pages(kept.checkpoints.getFirst().lines()).map(PageRecord::outcome))
        .containsExactly(
            PageOutcome.DISALLOWED,
            PageOutcome.REDIRECT_LOOP,
            PageOutcome.OUTSIDE,
            PageOutcome.UNREADABLE,
            PageOutcome.TIMED_OUT,
            PageOutcome.OUTSIDE);
  }

  @Test
  void aPageIsUnreadableWhileRobotsTxtCannotBeRead() throws Exception {
    page("/docs/a", "text");
    var closed =
        pageServer(
            TestGates.of(SCOPE, "ExampleBot", RobotsTxt.disallowAll()),
            this::read,
            VisitTally.NONE,
            VIEWS);
    assertThat(closed.page(request(url("/docs/a")))).isInstanceOf(PageReply.Refused.class);
    closed.checkpoint(state("one"), VisitSpending.NONE);

    assertThat(asked).isEmpty();
    assertThat(pages(kept.checkpoints.getFirst().lines()).map(PageRecord::outcome))
        .containsExactly(PageOutcome.UNREADABLE);
  }

  @Test
  void thePageAtWhichASiteIsGoneIsReportedThoughItEndsTheVisit() {
    var lost =
        pageServer(
            _ -> {
              throw new UncheckedIOException("It is gone.", new IOException());
            });
    assertThatThrownBy(() -> lost.page(request(url("/docs/a"))))
        .isInstanceOf(UncheckedIOException.class);

    var result = lost.result(new VisitEnd.Failed("gone", CodePlace.UNKNOWN), VisitSpending.NONE);
    assertThat(pages(result.lastLines()))
        .singleElement()
        .satisfies(
            page -> {
              assertThat(page.outcome()).isEqualTo(PageOutcome.NO_CONNECTION);
              assertThat(page.reason()).isEqualTo("It is gone.");
            });
  }

  private static List<ParcelLine> said(List<ParcelLine> lines) {
    return lines.stream().filter(line -> !(line instanceof ParcelLine.Page)).toList();
  }

  private static Stream<PageRecord> pages(List<ParcelLine> lines) {
    return lines.stream()
        .flatMap(
            line -> line instanceof ParcelLine.Page(var asked) ? Stream.of(asked) : Stream.of());
  }

  private PageServer pageServer(VisitTally before) {
    return pageServer(GATE, this::read, before, VIEWS);
  }

  private PageServer pageServer(ContentSource source) {
    return pageServer(GATE, source, VisitTally.NONE, VIEWS);
  }

  private PageServer pageServer(
      VisitGate gate, ContentSource source, VisitTally before, PageViews views) {
    return new PageServer(
        gate, source, kept, before, () -> now, this::nanos, Optional.empty(), views);
  }

  private Content read(PageUrl url) throws IOException {
    asked.add(url);
    if (url.path().endsWith("/broken")) {
      throw new IOException("/srv/secret/path: Input/output error");
    }
    return pages.getOrDefault(url, new Content.Missing(404, "none"));
  }

  private void page(String path, String body) {
    pages.put(
        url(path),
        new Content.Found(
            url(path), 200, Map.of("Content-Type", List.of("text/html")), state(body)));
  }

  private void redirect(String from, String to) {
    pages.put(url(from), new Content.Redirect(url(to)));
  }

  private static byte[] state(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static PageUrl url(String path) {
    return PageUrl.parse(SITE + path).orElseThrow();
  }

  private static PageRequest request(PageUrl url) {
    return new PageRequest(url, Optional.empty(), OptionalInt.empty());
  }
}
