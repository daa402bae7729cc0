package dev.sojourn.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Proxy;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// The frontier of a visit that begins with the pages of an earlier crawl.
final class KnownFrontierTest {
  private static final String A = "http://h/a";
  private static final String B = "http://h/b";
  private static final String C = "http://h/c";

  private final Frontier frontier = new Frontier();

  @Test
  void asksForKnownPagesFirstAndForEachOnce() {
    frontier.begin(visit(List.of(C, "http://h/"), known(A, 1), known(C, 2)));

    assertThat(frontier.upcoming(9)).extracting(KnownPage::url).containsExactly(A, C, "http://h/");
    assertThat(frontier.size()).isEqualTo(3);
    assertThat(frontier.take()).isEqualTo(candidate(known(A, 1)));
    frontier.addLinks(page(A, 9, C, B));
    assertThat(frontier.take()).isEqualTo(candidate(known(C, 2)));
    assertThat(frontier.next()).isEqualTo("http://h/");
    assertThat(frontier.next()).isEqualTo(B);
    assertThat(frontier.hasNext()).isFalse();
  }

  @Test
  void aVisitThatBeginsAnewKnowsNoPage() {
    frontier.beginAnew(visit(List.of(C), known(A, 1), known(C, 2)));

    assertThat(frontier.take()).isEqualTo(new Frontier.Candidate(C, Optional.empty(), 0));
    frontier.addLinks(page(C, 9, A, "http://h/calendar/2099/01"));
    assertThat(frontier.next()).isEqualTo(A);
  }

  @Test
  void aKnownUrlWithoutAPrintIsAskedForWithoutCondition() {
    frontier.begin(visit(List.of(), KnownPage.unread(A)));

    assertThat(frontier.take().known()).isEmpty();
  }

  @Test
  void theEndOfARedirectThatIsAsItWasIsNotAskedForAgain() {
    var redirect = new KnownPage(A, Optional.of(C), Optional.of(print(1)), PageValidators.NONE);
    frontier.begin(visit(List.of(), redirect, known(B, 2)));

    frontier.addUnchanged(frontier.take());
    frontier.take();
    frontier.addLinks(page(B, 9, C));

    assertThat(frontier.hasNext()).isFalse();
  }

  /// Both have to be read, so that the better URL is found, and none is lost.
  @Test
  void aPageThatBecomesEqualToAKnownOneHasThatReadToo() {
    frontier.begin(visit(List.of(), known(A, 1), known(B, 2), known(C, 3)));

    frontier.take();
    frontier.take();
    assertThat(frontier.isNew(page(B, 1))).isTrue();

    assertThat(frontier.take().url()).isEqualTo(C);
    assertThat(frontier.take()).isEqualTo(new Frontier.Candidate(A, Optional.empty(), 0));
    assertThat(frontier.isNew(page(A, 1))).isFalse();
    assertThat(frontier.hasNext()).isFalse();
  }

  @Test
  void aKnownPageThatIsStillToComeIsThenReadWhateverItSays() {
    frontier.begin(visit(List.of(), known(A, 1), known(C, 3)));

    frontier.take();
    assertThat(frontier.isNew(page(A, 3))).isTrue();

    assertThat(frontier.take()).isEqualTo(new Frontier.Candidate(C, Optional.empty(), 0));
    assertThat(frontier.hasNext()).isFalse();
  }

  @Test
  void aVisitThatGoesOnBringsNoPagesAndTheFrontierKeepsItsOwn() {
    frontier.begin(visit(List.of(), known(A, 1), known(B, 2)));
    frontier.take();

    frontier.begin(visit(List.of(A)));

    assertThat(frontier.take()).isEqualTo(candidate(known(B, 2)));
    assertThat(frontier.hasNext()).isFalse();
  }

  private static Frontier.Candidate candidate(KnownPage page) {
    return new Frontier.Candidate(page.url(), Optional.empty(), 0, Optional.of(page));
  }

  private static KnownPage known(String url, int body) {
    return new KnownPage(url, Optional.empty(), Optional.of(print(body)), PageValidators.NONE);
  }

  private static PagePrint print(int body) {
    return new PagePrint(body, 0, 0);
  }

  private static PageStub page(String url, int body, String... links) {
    var all = Arrays.stream(links).map(link -> new Link(link, "", false)).toList();
    var digest = "%016x".formatted(body);
    return new PageStub(url, digest, all, Directives.NONE, Optional.empty());
  }

  private static Visit visit(List<String> starts, KnownPage... pages) {
    var known = KnownPages.of(new ArrayList<>(List.of(pages)));
    return (Visit)
        Proxy.newProxyInstance(
            Visit.class.getClassLoader(),
            new Class<?>[] {Visit.class},
            (_, method, _) ->
                switch (method.getName()) {
                  case "starts" -> starts;
                  case "known" -> known;
                  case "now" -> Instant.EPOCH;
                  case "wants" -> true;
                  default -> throw new UnsupportedOperationException(method.getName());
                });
  }
}
