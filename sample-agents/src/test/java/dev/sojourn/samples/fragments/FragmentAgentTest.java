package dev.sojourn.samples.fragments;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sojourn.agent.Next;
import dev.sojourn.agent.PageUrl;
import dev.sojourn.agent.Scope;
import dev.sojourn.agent.tree.PageTree;
import dev.sojourn.agent.tree.TreeBuilder;
import dev.sojourn.samples.TestPage;
import dev.sojourn.samples.TestVisit;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class FragmentAgentTest {
  private static final String A = "http://h/a";
  private static final String B = "http://h/b";

  private static TestVisit visited(int most, List<TestPage> pages) {
    var visit = new TestVisit(Scope.site("http://h"), List.of(A), pages.toArray(TestPage[]::new));
    assertThat(new FragmentAgent(new FragmentAgent.Options(most)).visit(visit))
        .isEqualTo(Next.done());
    return visit;
  }

  private static List<Record> found(TestPage... pages) {
    return visited(1_000, List.of(pages)).findings;
  }

  /// A page with targets, `#name`, and links; a link with a trailing `!` has `nofollow`.
  private static TestPage page(String url, String... parts) {
    var elements = new TreeBuilder(url).begin("body");
    var links = new LinkedHashSet<String>();
    for (var part : parts) {
      if (part.startsWith("#")) {
        elements.begin("p").attribute("id", part.substring(1)).end(true, true);
        continue;
      }
      var href = part.replace("!", "");
      elements.begin("a").attribute("href", href);
      if (part.endsWith("!")) {
        elements.attribute("rel", "NoFollow");
      }
      elements.text("to " + href, false).end(false, false);
      PageUrl.parse(url).orElseThrow().resolve(href).ifPresent(to -> links.add(to.toString()));
    }
    return TestPage.html(url, "text of " + url, links.toArray(String[]::new))
        .having(PageTree.of(elements.end(true, true).build()));
  }

  private static BrokenFragment broken(String url, String fragment, String on, String text) {
    return new BrokenFragment(url, fragment, on, text);
  }

  @Test
  void reportsPlacesThatTheirPageDoesNotHave() {
    assertThat(found(page(A, "b#here", "b#gone", "b#g%C3%A9"), page(B, "#here")))
        .containsExactly(broken(B, "gone", A, "to b#gone"), broken(B, "gé", A, "to b#g%C3%A9"));
  }

  @Test
  void aPageThatWasReadBeforeIsReadAgainOnce() {
    var c = "http://h/c";
    var visit =
        visited(
            9, List.of(page(A, "b", "#here"), page(B, "a#here", "a#gone", "c"), page(c, "a#gone")));
    assertThat(visit.findings).containsExactly(broken(A, "gone", B, "to a#gone"));
    assertThat(visit.fetched).containsExactly(A, B, c, A);
  }

  @Test
  void linksInsideAPageAreCheckedWithoutAnotherRequest() {
    var visit = visited(9, List.of(page(A, "a#x", "a#y", "#x")));
    assertThat(visit.findings).containsExactly(broken(A, "y", A, "to a#y"));
    assertThat(visit.fetched).containsExactly(A);
  }

  @Test
  void nothingIsReportedOfPagesThatCannotBeChecked() {
    assertThat(found(page(A, "b#x"))).as("missing").isEmpty();
    assertThat(found(page(A, "b#page=2"), page(B).as("application/pdf"))).isEmpty();
    assertThat(found(page(A, "http://other.example/#x"))).as("out of scope").isEmpty();
    assertThat(found(page(A, "b#/route", "b#top", "b#"), page(B))).isEmpty();
    assertThat(found(page(A, "b#x!"), page(B))).as("nofollow of the link").isEmpty();
    assertThat(found(page(A, "b#x").asking("nofollow"), page(B))).as("of the page").isEmpty();
  }

  @Test
  void reportsNoMorePlacesThanItMay() {
    var visit = visited(2, List.of(page(A, "a#1", "a#2", "a#3", "b"), page(B)));
    assertThat(visit.findings).hasSize(2);
    assertThat(visit.fetched).containsExactly(A);
    assertThatThrownBy(() -> new FragmentAgent.Options(0))
        .hasMessage("most: 0 (expected: 1 to 10000)");
  }

  @Test
  void aPageWithTooManyPlacesIsCheckedPieceByPiece() {
    var links = IntStream.range(0, 120_000).mapToObj(i -> "b#" + i).toArray(String[]::new);
    var visit = visited(10_000, List.of(page(A, links), page(B, "#3")));
    assertThat(visit.findings).hasSize(10_000);
    assertThat(visit.fetched.stream().filter(B::equals)).hasSizeGreaterThan(1);
  }

  @Test
  void findsTheBrokenPlacesOfRandomSitesAndNoOther() {
    var random = new Random(9);
    for (int site = 0; site < 200; site++) {
      var expected = new TreeSet<String>();
      var pages = randomSite(random, expected);
      var found = new TreeSet<String>();
      visited(1_000, pages)
          .findings
          .forEach(
              each -> {
                var broken = (BrokenFragment) each;
                assertThat(found.add(broken.url() + "#" + broken.fragment())).isTrue();
              });
      assertThat(found).isEqualTo(expected);
    }
  }

  /// Makes pages that all are reached from the first, and notes the broken places.
  private static List<TestPage> randomSite(Random random, TreeSet<String> broken) {
    int pages = random.nextInt(1, 8);
    var parts = new ArrayList<List<String>>();
    for (int i = 0; i < pages; i++) {
      int next = i + 1;
      parts.add(new ArrayList<>(next < pages ? List.of("p" + next) : List.of()));
      for (int n = random.nextInt(6); n > 0; n--) {
        parts.get(i).add("#" + random.nextInt(6));
      }
    }
    for (var from : parts) {
      for (int n = random.nextInt(6); n > 0; n--) {
        int to = random.nextInt(pages + 1);
        var fragment = "#" + random.nextInt(6);
        var url = to == 0 ? "a" : "p" + to;
        from.add(url + fragment);
        if (to < pages && !parts.get(to).contains(fragment)) {
          broken.add("http://h/" + url + fragment);
        }
      }
    }
    return IntStream.range(0, pages)
        .mapToObj(
            i -> page("http://h/" + (i == 0 ? "a" : "p" + i), parts.get(i).toArray(String[]::new)))
        .toList();
  }
}
