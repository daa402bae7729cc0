package dev.sojourn.samples;

import static dev.sojourn.samples.TestPage.html;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sojourn.agent.KnownPages;
import dev.sojourn.agent.Next;
import dev.sojourn.agent.Scope;
import dev.sojourn.agent.page.PageUsage;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class IndexingAgentTest {
  private static final String A = "http://h/a";
  private static final String B = "http://h/b";
  private static final String C = "http://h/c";

  private final IndexingAgent agent = new IndexingAgent(new IndexWish(false, ""));

  @Test
  void reportsEveryPageItCanReachOnce() {
    var visit = visit(html(A, "one", B, C), html(B, "two", A, C), html(C, "three", A));

    assertThat(agent.visit(visit)).isEqualTo(Next.done());
    assertThat(urls(visit)).containsExactly(A, B, C);
    assertThat(visit.fetched).containsExactly(A, B, C);
  }

  @Test
  void reportsOnlyPagesWithOneOfTheWordsAndFollowsTheLinksOfAll() {
    var visit = visit(html(A, "one", B, C), html(B, "two", A), html(C, "three", A));

    assertThat(new IndexingAgent(new IndexWish(false, "Three, ONE on")).visit(visit))
        .isEqualTo(Next.done());

    assertThat(visit.fetched).containsExactly(A, B, C);
    assertThat(urls(visit)).containsExactly(A, C);
  }

  @Test
  void reportsWhatAnIndexKeeps() {
    var visit = visit(html(A, "one", B));

    agent.visit(visit);

    assertThat(visit.findings)
        .containsExactly(
            new IndexedPage(
                A,
                OptionalInt.empty(),
                "Title of one",
                List.of("Heading of one"),
                "one",
                Optional.of("en"),
                List.of(B),
                true,
                OptionalInt.empty(),
                true,
                Optional.empty(),
                "one"));
  }

  @Test
  void inARecrawlReportsOnlyWhatIsNewOrChanged() {
    var a = html(A, "000000000000000a", B);
    var b = html(B, "000000000000000b");
    var visit = visit(a, html(B, "00000000000000bb", C), html(C, "000000000000000c"));
    visit.known = KnownPages.of(List.of(a.known(), b.known()));

    agent.visit(visit);

    assertThat(visit.fetched).containsExactly(A, B, C);
    assertThat(urls(visit)).containsExactly(B, C);
  }

  /// A finding that a host refuses would end the visit, and cost all the pages after it.
  @ParameterizedTest
  @ValueSource(strings = {"word ", "\u0001", "\"", "\u00fc", "\u20ac", "\ud83d\ude00", "\u2028"})
  void aPageWithoutEndIsKeptAsFarAsItFits(String word) {
    var links = new String[100_000];
    Arrays.setAll(links, i -> "http://h/" + i + "/" + "x".repeat(50));
    var page = IndexedPage.of(html(A, word.repeat(400_000), links));

    assertThat(page.url()).isEqualTo(A);
    assertThat(page.title()).startsWith("Title of " + word).hasSizeLessThan(4_096);
    assertThat(page.headings()).isEmpty();
    assertThat(page.links()).hasSizeGreaterThan(900).isSubsetOf(links);
    assertThat(page.text()).startsWith(word);
    long bytes = jsonBytes(page.text()) + jsonBytes(page.title());
    bytes += page.links().stream().mapToLong(link -> jsonBytes(link) + 1).sum();
    assertThat(bytes).isBetween(250L * 1024, 256L * 1024 - 200);
  }

  /// As JSON writes it at its most generous: all that may be escaped is.
  private static long jsonBytes(String text) {
    long bytes = 2;
    for (int c : text.codePoints().toArray()) {
      boolean isEscaped = c < 0x20 || (c >= 0x7f && c < 0xa0) || c == 0x2028;
      int plain = Character.toString(c).getBytes(StandardCharsets.UTF_8).length;
      bytes += isEscaped ? 6 : c == '"' || c == '\\' ? 2 : plain;
    }
    return bytes;
  }

  @Test
  void doesNotReportAPageThatMustNotBeUsedForSearchButFollowsItsLinks() {
    var denied = new PageUsage(Map.of("search", false), Map.of(), List.of());
    var signalled = new PageUsage(Map.of(), Map.of("search", false), List.of());
    var other = new PageUsage(Map.of("train-ai", false, "search", true), Map.of(), List.of());
    var visit =
        visit(
            html(A, "one", B).stating(denied),
            html(B, "two", C).stating(signalled),
            html(C, "three").stating(other));

    agent.visit(visit);

    assertThat(urls(visit)).containsExactly(C);
  }

  @Test
  void saysOfAPageThatItsTextIsTooLongToBeFoundToItsEnd() {
    var text = "word ".repeat(100_000);
    var visit = visit(html(A, text, B), html(B, "short"));

    agent.visit(visit);

    var found = visit.findings.stream().map(IndexedPage.class::cast).toList();
    assertThat(found).extracting(IndexedPage::url).containsExactly(A, B);
    assertThat(found.getFirst().textChars()).hasValue(text.length());
    assertThat(found.getFirst().text()).hasSizeLessThan(text.length());
    assertThat(found.getLast().textChars()).isEmpty();
  }

  @Test
  void doesNotReportANoindexPageButFollowsItsLinks() {
    var visit = visit(html(A, "one", B).asking("noindex"), html(B, "two"));

    agent.visit(visit);

    assertThat(urls(visit)).containsExactly(B);
  }

  @Test
  void reportsANofollowPageButNeitherFollowsNorReportsItsLinks() {
    var visit = visit(html(A, "one", B).asking("nofollow"), html(B, "two"));

    agent.visit(visit);

    assertThat(urls(visit)).containsExactly(A);
    assertThat(visit.fetched).containsExactly(A);
    assertThat(((IndexedPage) visit.findings.getFirst()).links()).isEmpty();
  }

  @Test
  void doesNeitherOnAPageThatSaysNone() {
    var visit = visit(html(A, "one", B).asking("none"), html(B, "two"));

    agent.visit(visit);

    assertThat(visit.findings).isEmpty();
    assertThat(visit.fetched).containsExactly(A);
  }

  @Test
  void reportsLinksWithoutIdentifiersOfSessions() {
    var session = ";jsessionid=0123456789ABCDEF0123";
    var visit = visit(html(A, "one", B + session, B, C + session + "/d"));

    agent.visit(visit);

    assertThat(((IndexedPage) visit.findings.getFirst()).links()).containsExactly(B, C + "/d");
    assertThat(visit.fetched).containsExactly(A, B, C + "/d");
  }

  @Test
  void doesNotFollowALinkThatSaysNofollow() {
    var visit = visit(html(A, "one").withNofollowLink(B), html(B, "two"));

    agent.visit(visit);

    assertThat(visit.fetched).containsExactly(A);
  }

  @Test
  void forbidsTheExcerptOfANosnippetPageAndKeepsItsText() {
    var visit = visit(html(A, "one").asking("nosnippet"));

    agent.visit(visit);

    var page = (IndexedPage) visit.findings.getFirst();
    assertThat(page.snippet()).isFalse();
    assertThat(page.text()).isEqualTo("one");
  }

  @Test
  void doesNotReportAPagePastItsEndButFollowsItsLinks() {
    var visit =
        visit(
            html(A, "one", B, C).asking("unavailable_after:1969-12-31"),
            html(B, "two").asking("unavailable_after:1 jan 1970 00:00:01 gmt"),
            html(C, "three").asking("unavailable_after:some day"));

    agent.visit(visit);

    assertThat(urls(visit)).containsExactly(B, C);
    assertThat(((IndexedPage) visit.findings.getFirst()).unavailableAfter())
        .contains(Instant.ofEpochSecond(1));
  }

  @Test
  void reportsTheIndexWhatMayBeShown() {
    var visit = visit(html(A, "one").asking("max-snippet:50", "noarchive"));

    agent.visit(visit);

    var page = (IndexedPage) visit.findings.getFirst();
    assertThat(page.maxSnippet()).hasValue(50);
    assertThat(page.archive()).isFalse();
    assertThat(page.snippet()).isTrue();
  }

  @Test
  void followsTheLinksOfWhatIsNotHtmlAndReportsNothingOfIt() {
    var visit = visit(html(A, "one", B), html(B, "two", C).as("text/css"), html(C, "three"));

    agent.visit(visit);

    assertThat(urls(visit)).containsExactly(A, C);
    assertThat(visit.fetched).containsExactly(A, B, C);
  }

  @Test
  void readsTheFeedsThatAPageNamesAfterAllLinks() {
    var feed = html("http://h/feed", "items", C).as("application/rss+xml");
    var visit =
        visit(html(A, "one", B).naming("http://h/feed"), html(B, "two"), feed, html(C, "three"));

    agent.visit(visit);

    assertThat(visit.fetched).containsExactly(A, B, "http://h/feed", C);
    assertThat(urls(visit)).containsExactly(A, B, C);
  }

  @Test
  void reportsOneOfTwoPagesWithEqualBodies() {
    var visit = visit(html(A, "one", B, C), html(B, "same"), html(C, "same"));

    agent.visit(visit);

    assertThat(urls(visit)).containsExactly(A, B);
  }

  /// Relative links of an equal body mean other pages in another directory.
  @Test
  void followsTheLinksOfAPageWithAnEqualBody() {
    var visit =
        visit(
            html(A, "one", "http://h/1/", "http://h/2/"),
            html("http://h/1/", "frame", "http://h/1/x"),
            html("http://h/2/", "frame", "http://h/2/x"),
            html("http://h/1/x", "three"),
            html("http://h/2/x", "four"));

    agent.visit(visit);

    assertThat(urls(visit)).containsExactly(A, "http://h/1/", "http://h/1/x", "http://h/2/x");
  }

  @Test
  void reportsTheCanonicalUrlOfAnEqualBodyAndThenTheShorterOne() {
    var visit =
        visit(
            html(A, "one", "http://h/long/index.html", "http://h/long/", C),
            html("http://h/long/index.html", "same"),
            html("http://h/long/", "same"),
            html(C, "same").asking("noindex"));

    agent.visit(visit);

    assertThat(visit.findings)
        .filteredOn(BetterUrl.class::isInstance)
        .containsExactly(new BetterUrl("same", "http://h/long/"));
  }

  @Test
  void aCopyThatMustNotBeIndexedDoesNotHideOneThatMay() {
    var visit = visit(html(A, "one", B, C), html(B, "same").asking("noindex"), html(C, "same"));

    agent.visit(visit);

    assertThat(urls(visit)).containsExactly(A, C);
  }

  @Test
  void goesOnPastAMissingPage() {
    var visit = visit(html(A, "one", B, C), html(C, "three"));

    agent.visit(visit);

    assertThat(urls(visit)).containsExactly(A, C);
  }

  @Test
  void refersLinksThatLeadOutOfTheScope() {
    var visit = visit(html(A, "one", "http://elsewhere/x", B), html(B, "two"));

    agent.visit(visit);

    assertThat(visit.referrals).containsExactly("http://elsewhere/x");
    assertThat(urls(visit)).containsExactly(A, B);
  }

  @Test
  void savesItsPlaceAfterEachPage() {
    var visit = visit(html(A, "one", B), html(B, "two"));

    agent.visit(visit);

    assertThat(visit.checkpoints).isEqualTo(visit.fetched.size());
  }

  @Test
  void visitsOnlyWhatIsNewWhenItIsCalledAgain() {
    var pages = new TestPage[] {html(A, "one"), html(B, "two", A, C), html(C, "three", A, B)};
    agent.visit(new TestVisit(Scope.site("http://h"), List.of(A), pages));
    var second = new TestVisit(Scope.site("http://h"), List.of(A, B), pages);

    agent.visit(second);

    assertThat(second.fetched).containsExactly(B, C);
    assertThat(urls(second)).containsExactly(B, C);
  }

  @Test
  void isNoLongerThanFortyLines() throws IOException {
    var source = Path.of("src/main/java/dev/sojourn/samples/IndexingAgent.java");

    assertThat(Files.readAllLines(source)).hasSizeLessThanOrEqualTo(40);
  }

  private static TestVisit visit(TestPage... pages) {
    return new TestVisit(Scope.site("http://h"), List.of(A), pages);
  }

  private static List<String> urls(TestVisit visit) {
    return visit.findings.stream()
        .flatMap(f -> f instanceof IndexedPage page ? Stream.of(page.url()) : Stream.empty())
        .toList();
  }
}
