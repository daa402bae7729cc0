package dev.sojourn.samples;

import static dev.sojourn.samples.TestPage.html;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sojourn.agent.Next;
import dev.sojourn.agent.PageChanges;
import dev.sojourn.agent.PageChanges.Kind;
import dev.sojourn.agent.PageChanges.PageChange;
import dev.sojourn.agent.Scope;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/// The indexing agent when it stays and follows its site.
final class FollowingAgentTest {
  private static final String A = "http://h/a";
  private static final String B = "http://h/b";
  private static final String C = "http://h/c";
  private static final String D = "http://h/d";
  private static final String ONE = "1000000000000001";
  private static final String TWO = "2000000000000002";
  private static final String THREE = "3000000000000003";

  private final IndexingAgent agent = new IndexingAgent(new IndexWish(true, ""));

  private TestVisit first(TestPage... pages) {
    var visit = visit(pages);
    assertThat(agent.visit(visit)).isInstanceOf(Next.Park.class);
    return visit;
  }

  private TestVisit again(List<PageChange> changes, TestPage... pages) {
    var visit = visit(pages);
    visit.changes = new PageChanges.Reported(changes, true);
    assertThat(agent.visit(visit)).isInstanceOf(Next.Park.class);
    return visit;
  }

  private static TestVisit visit(TestPage... pages) {
    return new TestVisit(Scope.site("http://h"), List.of(A), pages);
  }

  private static List<PageChange> changed(String... urls) {
    return Arrays.stream(urls).map(url -> new PageChange(url, Kind.CHANGED)).toList();
  }

  private static List<String> urls(TestVisit visit) {
    return visit.findings.stream()
        .map(
            finding ->
                switch (finding) {
                  case IndexedPage page -> page.url();
                  case BetterUrl better -> "better " + better.betterUrl();
                  default -> throw new AssertionError(finding);
                })
        .toList();
  }

  @Test
  void asksOnlyForPagesThatChangedAndFollowsTheirNewLinks() {
    first(html(A, ONE, B), html(B, TWO));
    var visit =
        again(
            changed(B, D),
            html(A, ONE, B),
            html(B, THREE, A, C),
            html(C, "c".repeat(16)),
            html(D, ONE));

    assertThat(visit.fetched).containsExactly(B, C);
    assertThat(urls(visit)).containsExactly(B, C);
    assertThat(again(changed(), html(A, ONE, B)).fetched).isEmpty();
  }

  @Test
  void aPageThatTurnsBackIsReportedAgain() {
    first(html(A, ONE, B), html(B, TWO));
    again(changed(B), html(A, ONE, B), html(B, THREE));

    assertThat(urls(again(changed(B), html(A, ONE, B), html(B, TWO)))).containsExactly(B);
  }

  @Test
  void aPageThatIsGoneIsAskedForAgainWhenItComesBack() {
    first(html(A, ONE, B), html(B, TWO));
    var gone = again(List.of(new PageChange(B, Kind.GONE)), html(A, ONE, B));
    assertThat(gone.fetched).containsExactly(B);
    assertThat(gone.findings).isEmpty();

    var back = again(List.of(new PageChange(B, Kind.NEW)), html(A, ONE, B), html(B, TWO));
    assertThat(urls(back)).containsExactly(B);
  }

  /// If two pages have one body, the index has one of them; when that changes, the other must be
  /// found.
  @Test
  void aPageThatSharedTheBodyOfAChangedPageIsReported() {
    var before = first(html(A, ONE, B, C), html(B, TWO), html(C, TWO));
    assertThat(urls(before)).containsExactly(A, B);

    var visit = again(changed(B), html(A, ONE, B, C), html(B, THREE), html(C, TWO));
    assertThat(urls(visit)).containsExactly(B, C);
  }

  @Test
  void aPageThatTakesTheBodyOfAnotherHasThatReadAgain() {
    first(html(A, ONE, B, C), html(B, TWO), html(C, THREE));

    var visit = again(changed(C), html(A, ONE, B, C), html(B, TWO), html(C, TWO));
    assertThat(visit.fetched).containsExactly(C, B);
    assertThat(urls(visit)).containsExactly(C);
  }

  @Test
  void whereChangesCannotBeReportedAllPagesAreCompared() {
    first(html(A, ONE, B), html(B, TWO));
    var visit = visit(html(A, ONE, B), html(B, THREE));
    agent.visit(visit);

    assertThat(visit.fetched).containsExactly(A, B);
    assertThat(urls(visit)).containsExactly(B);
  }

  @Test
  void anAgentThatIsNotAskedToFollowIsDone() {
    var alone = new IndexingAgent(new IndexWish(false, ""));
    assertThat(alone.visit(visit(html(A, ONE)))).isEqualTo(Next.done());
  }
}
