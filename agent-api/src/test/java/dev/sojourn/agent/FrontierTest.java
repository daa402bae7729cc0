package dev.sojourn.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.ArrayList;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class FrontierTest {
  private final Frontier frontier = new Frontier();

  @Test
  void handsOutEachUrlOnceInTheOrderOfAdding() {
    frontier.addAll(List.of("http://h/b", "http://h/a", "http://h/b"));
    frontier.add("http://h/c");

    assertThat(frontier.size()).isEqualTo(3);
    assertThat(drained()).containsExactly("http://h/b", "http://h/a", "http://h/c");
  }

  @Test
  void knowsAUrlAgainAfterItWasHandedOut() {
    assertThat(frontier.add("http://h/a")).isTrue();
    frontier.next();

    assertThat(frontier.add("http://h/a")).isFalse();
    assertThat(frontier.hasNext()).isFalse();
  }

  @Test
  void takesTwoSpellingsOfAUrlForOne() {
    frontier.addAll(List.of("HTTP://H:80/x/../%7Ea#1", "http://h/~a", "http://h/%7ea#2"));

    assertThat(drained()).containsExactly("http://h/~a");
  }

  @Test
  void ignoresWhatIsNoPageUrl() {
    assertThat(frontier.add("mailto:someone@example.org")).isFalse();
    assertThat(frontier.add("javascript:void(0)")).isFalse();
    assertThat(frontier.hasNext()).isFalse();
  }

  @Test
  void hasNothingToHandOutWhenEmpty() {
    assertThatExceptionOfType(NoSuchElementException.class).isThrownBy(frontier::next);
  }

  @Test
  void followsLinksUnlessTheySayNofollow() {
    frontier.addLinks(
        page("http://h/", "1", Directives.NONE, link("http://h/a"), nofollow("http://h/b")));

    assertThat(drained()).containsExactly("http://h/a");
  }

  @Test
  void followsNoLinkOfAPageThatSaysNofollow() {
    frontier.addLinks(page("http://h/", "1", asks("nofollow"), link("http://h/a")));
    frontier.addLinks(page("http://h/", "1", asks("none"), link("http://h/a")));

    assertThat(frontier.hasNext()).isFalse();
  }

  @Test
  void aNofollowLinkDoesNotHideTheSameLinkElsewhere() {
    frontier.addLinks(page("http://h/", "1", Directives.NONE, nofollow("http://h/a")));
    frontier.addLinks(page("http://h/x", "2", Directives.NONE, link("http://h/a")));

    assertThat(drained()).containsExactly("http://h/a");
  }

  @Test
  void aBodyIsNewOnce() {
    assertThat(frontier.isNew(page("http://h/docs/", "d1", Directives.NONE))).isTrue();
    assertThat(frontier.isNew(page("http://h/docs/index.html", "d1", Directives.NONE))).isFalse();
    assertThat(frontier.isNew(page("http://h/other", "d2", Directives.NONE))).isTrue();
  }

  @Test
  void theTargetOfARedirectIsNotVisitedAgain() {
    frontier.add("http://h/docs");
    frontier.next();
    frontier.isNew(page("http://h/docs/", "d1", Directives.NONE));

    assertThat(frontier.add("http://h/docs/")).isFalse();
  }

  @Test
  void aBodyAndAUrlWithTheSameTextAreKeptApart() {
    frontier.isNew(page("http://h/a", "http://h/b", Directives.NONE));

    assertThat(frontier.add("http://h/b")).isTrue();
  }

  @Test
  void aHundredThousandUrlsAreHandedOutOnceEach() {
    int urls = 100_000;
    for (int round = 0; round < 2; round++) {
      for (int i = 0; i < urls; i++) {
        assertThat(frontier.add("http://h/p/" + i)).isEqualTo(round == 0);
      }
    }

    assertThat(drained()).hasSize(urls).doesNotHaveDuplicates();
  }

  private List<String> drained() {
    var urls = new ArrayList<String>();
    while (frontier.hasNext()) {
      urls.add(frontier.next());
    }
    return urls;
  }

  private static Page page(String url, String digest, Directives directives, Link... links) {
    return new PageStub(url, digest, List.of(links), directives);
  }

  private static Directives asks(String rule) {
    return new Directives(Set.of(rule));
  }

  private static Link link(String url) {
    return new Link(url, "", false);
  }

  private static Link nofollow(String url) {
    return new Link(url, "", true);
  }
}
