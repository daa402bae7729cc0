package dev.sojourn.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import dev.sojourn.agent.Frontier.Priority;
import dev.sojourn.agent.page.PagePart;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.IntStream;
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
  void reportsWhatItWillHandOutNextAndKeepsIt() {
    frontier.addAll(List.of("http://h/b", "http://h/a", "http://h/c"));

    assertThat(frontier.upcoming(0)).isEmpty();
    assertThat(upcoming(2)).containsExactly("http://h/b", "http://h/a");
    assertThat(upcoming(9)).isEqualTo(drained());
    assertThat(frontier.upcoming(9)).isEmpty();
  }

  @Test
  void reportsOnWhichPageAUrlWasFoundAndAtWhichDepth() {
    frontier.add("http://h/");
    frontier.take();
    frontier.addLinks(
        page("http://h/", "1", Directives.NONE, link("http://h/a"), link("http://h/b")));
    frontier.add("http://h/own");
    frontier.take();
    frontier.addLinks(page("http://h/a", "2", Directives.NONE, link("http://h/c")));
    frontier.add("http://h/d", page("http://h/a", "2", Directives.NONE));

    assertThat(frontier.take()).isEqualTo(found("http://h/b", "http://h/", 1));
    assertThat(frontier.take())
        .isEqualTo(new Frontier.Candidate("http://h/own", Optional.empty(), 0));
    assertThat(frontier.take()).isEqualTo(found("http://h/c", "http://h/a", 2));
    assertThat(frontier.take()).isEqualTo(found("http://h/d", "http://h/a", 2));
  }

  private static Frontier.Candidate found(String url, String page, int depth) {
    return new Frontier.Candidate(url, Optional.of(page), depth);
  }

  @Test
  void aPageThatMayComeLaterIsHandedOutAgainAfterAllOthers() {
    frontier.addAll(List.of("http://h/a", "http://h/b", "http://h/c"));
    var failed = frontier.take();

    assertThat(frontier.postpone(failed)).isTrue();
    assertThat(frontier.size()).isEqualTo(3);
    assertThat(frontier.add("http://h/a")).isFalse();
    assertThat(drained()).containsExactly("http://h/b", "http://h/c", "http://h/a");
    assertThat(frontier.counts().handedOut()).isEqualTo(3);
  }

  @Test
  void aPageIsPostponedTwiceAtMost() {
    frontier.addLinks(page("http://h/", "1", Directives.NONE, link("http://h/a")));
    frontier.add("http://h/b");
    for (int i = 0; i < 2; i++) {
      var failed = frontier.take();
      assertThat(failed).isEqualTo(found("http://h/a", "http://h/", 1));
      assertThat(frontier.postpone(failed)).isTrue();
      if (i == 0) {
        assertThat(frontier.next()).isEqualTo("http://h/b");
      }
    }

    assertThat(frontier.postpone(frontier.take())).isFalse();
    assertThat(frontier.hasNext()).isFalse();
  }

  @Test
  void aPostponedPageThatARedirectLedToMeanwhileIsNotHandedOutAgain() {
    frontier.addAll(List.of("http://h/a", "http://h/b"));
    assertThat(frontier.postpone(frontier.take())).isTrue();
    assertThat(frontier.next()).isEqualTo("http://h/b");
    frontier.addLinks(page("http://h/a", "1", Directives.NONE));

    assertThat(frontier.hasNext()).isFalse();
  }

  @Test
  void onlyTheLastUrlHandedOutIsPostponed() {
    frontier.addAll(List.of("http://h/a", "http://h/b"));
    var first = frontier.take();
    var _ = frontier.take();

    assertThat(frontier.postpone(first)).isFalse();
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
  void aPageWithAnEqualBodyLeadsToThePagesOfItsOwnDirectory() {
    frontier.addLinks(page("http://h/1/", "d", Directives.NONE, link("http://h/1/a")));
    frontier.addLinks(page("http://h/2/", "d", Directives.NONE, link("http://h/2/a")));

    assertThat(drained()).containsExactly("http://h/1/a", "http://h/2/a");
  }

  @Test
  void linksOfEqualBodiesWaitForAllOthersAndAreHandedOutOnce() {
    frontier.addLinks(page("http://h/1/", "d", Directives.NONE));
    frontier.addLinks(
        page("http://h/2/", "d", Directives.NONE, link("http://h/2/a"), link("http://h/2/b")));
    frontier.add("http://h/2/b");
    frontier.add("http://h/c");

    assertThat(drained()).containsExactly("http://h/2/b", "http://h/c", "http://h/2/a");
    assertThat(frontier.size()).isZero();
  }

  @Test
  void aNofollowLinkOfAnEqualBodyIsNotFollowed() {
    frontier.addLinks(page("http://h/1/", "d", Directives.NONE));
    frontier.addLinks(page("http://h/2/", "d", Directives.NONE, nofollow("http://h/2/a")));
    frontier.addLinks(page("http://h/3/", "d", asks("nofollow"), link("http://h/3/a")));

    assertThat(frontier.hasNext()).isFalse();
  }

  /// A server that answers every address with one page, whose relative links lead ever deeper.
  @Test
  void aSiteOfOnePageUnderEverDeeperAddressesEnds() {
    int requests =
        walk("http://h/", url -> page(url, "d", Directives.NONE, deeper(url, "a/", "b/", "c/d")));

    assertThat(requests).isLessThanOrEqualTo(1 + 3 + 8 * 3);
  }

  /// Two pages in turn, as in a directory that links to itself.
  @Test
  void aSiteOfAFewPagesUnderEverDeeperAddressesEnds() {
    int requests =
        walk(
            "http://h/",
            url ->
                page(
                    url,
                    "d" + url.chars().filter(c -> c == '/').count() % 5,
                    Directives.NONE,
                    deeper(url, "a/", "b/")));

    assertThat(requests).isLessThanOrEqualTo(1 + 2 * (5 + 5 * 8));
  }

  /// Thousands of directories with one frameset each, and pages of their own behind it.
  @Test
  void manyEqualBodiesAreFollowedAsLongAsTheyLeadToNewPages() {
    var directories = new Link[3_000];
    Arrays.setAll(directories, i -> link("http://h/" + i + "/"));
    int requests =
        walk(
            "http://h/",
            url -> {
              if (url.equals("http://h/")) {
                return page(url, "root", Directives.NONE, directories);
              }
              return url.endsWith("/")
                  ? page(url, "frames", Directives.NONE, deeper(url, "toc", "text"))
                  : page(url, url.endsWith("toc") ? "toc" : url, Directives.NONE);
            });

    assertThat(requests).isEqualTo(1 + 3_000 * 3);
  }

  /// A second edition of a site that differs in one page, far from its entrance.
  @Test
  void aCopyOfASiteIsWalkedToItsEnd() {
    int requests =
        walk(
            "http://h/",
            url -> {
              var name = url.substring(url.lastIndexOf('/') + 1);
              if (name.isEmpty()) {
                return page(
                    url, "root", Directives.NONE, link("http://h/1/0"), link("http://h/2/0"));
              }
              int number = Integer.parseInt(name);
              var body = number == 99 ? url : name;
              return number == 100
                  ? page(url, body, Directives.NONE)
                  : page(url, body, Directives.NONE, deeper(url, String.valueOf(number + 1)));
            });

    assertThat(requests).isEqualTo(1 + 2 * 101);
  }

  @Test
  void aBodyIsKeptUnderItsCanonicalUrlAndThenUnderTheShorterOne() {
    assertThat(frontier.isNew(page("http://h/docs/index", "d", Directives.NONE))).isTrue();
    assertThat(frontier.isBetterUrl(page("http://h/docs/index.html", "d", Directives.NONE)))
        .isFalse();
    assertThat(frontier.isBetterUrl(page("http://h/docs/", "d", Directives.NONE))).isTrue();
    assertThat(frontier.isBetterUrl(page("http://h/dacs/", "d", Directives.NONE))).isFalse();
    var canonical = page("http://h/the/real/docs/", "d", Directives.NONE);
    assertThat(frontier.isBetterUrl(canonical.withCanonical(canonical.url()))).isTrue();
    assertThat(frontier.isBetterUrl(page("http://h/", "d", Directives.NONE))).isFalse();
  }

  @Test
  void noUrlIsBetterForABodyThatWasNeverAskedAbout() {
    assertThat(frontier.isBetterUrl(page("http://h/", "d", Directives.NONE))).isFalse();
  }

  @Test
  void linksIntoATrapAreLeftOutAndCounted() {
    frontier.addLinks(
        page(
            "http://h/c/2099/01",
            "d",
            Directives.NONE,
            link("http://h/a/a/a/a/a/a"),
            link("http://h" + "/x/y".repeat(33)),
            link("http://h/a?sid=0123456789abcdef"),
            nofollow("http://h/b")));

    assertThat(drained()).containsExactly("http://h/a");
    assertThat(frontier.counts())
        .isEqualTo(new FrontierCounts(1, 0, 0, 1, 0, 0, 0, 1, 1, 0, 1, 0, 0, 0, 0, 0));
    assertThat(frontier.counts().hasLeftOut()).isTrue();
  }

  @Test
  void feedsComeLastAndThoseBeyondTheFirstHundredAreCounted() {
    var feeds = new ArrayList<String>();
    IntStream.range(0, 103).forEach(i -> feeds.add("http://h/feed/" + i));
    var page = page("http://h/", "d", Directives.NONE, link("http://h/a")).withFeeds(feeds);
    frontier.addFeeds(page);
    frontier.addFeeds(page);
    frontier.addLinks(page);

    assertThat(drained()).hasSize(101).startsWith("http://h/a", "http://h/feed/0");
    assertThat(frontier.counts().feedsLeftOut()).isEqualTo(2 * 3);
    assertThat(frontier.counts().hasLeftOut()).isTrue();
    assertThat(frontier.counts().words()).contains("6 feeds too many");
  }

  @Test
  void theFeedsOfAPageThatSaysNofollowAreNotAdded() {
    var page = page("http://h/", "d", new Directives(Set.of("nofollow")));
    frontier.addFeeds(page.withFeeds(List.of("http://h/feed")));
    assertThat(frontier.hasNext()).isFalse();
  }

  @Test
  void pagesWhoseLinksWereReadInPartAreCounted() {
    frontier.addLinks(page("http://h/a", "a", Directives.NONE).inPart(PagePart.LINKS));
    frontier.addLinks(page("http://h/b", "b", Directives.NONE).inPart(PagePart.MARKUP));
    frontier.addLinks(page("http://h/c", "c", Directives.NONE).inPart(PagePart.TITLE));

    assertThat(frontier.counts().linksInPart()).isEqualTo(2);
    assertThat(frontier.counts().hasCounted()).isTrue();
    assertThat(frontier.counts().words()).contains("2 pages with links read in part");
  }

  @Test
  void aPageThatARedirectLeadsToWhileItWaitsIsReadOnce() {
    frontier.add("http://h/old");
    frontier.add("http://h/new");
    frontier.add("http://h/third");
    assertThat(frontier.next()).isEqualTo("http://h/old");
    assertThat(frontier.upcoming(9)).hasSize(2);

    var end = page("http://h/new", "d", Directives.NONE);
    assertThat(frontier.isNew(end)).isTrue();
    frontier.addLinks(end);

    assertThat(frontier.upcoming(9)).extracting(KnownPage::url).containsExactly("http://h/third");
    assertThat(drained()).containsExactly("http://h/third");
    assertThat(frontier.hasNext()).isFalse();
  }

  @Test
  void aPageThatWasReadByItsOwnUrlMayBeAskedForAgain() {
    frontier.add("http://h/a");
    assertThat(frontier.next()).isEqualTo("http://h/a");
    var page = page("http://h/a", "d", Directives.NONE);
    frontier.isNew(page);
    frontier.addLinks(page);
    frontier.add("http://h/b");

    assertThat(drained()).containsExactly("http://h/b");
  }

  @Test
  void aLinkThatIsTooLongIsCountedAndNotFollowed() {
    frontier.add(
        "http://h/x" + "x".repeat(PageUrl.MAX_CHARS), page("http://h/", "d", Directives.NONE));
    frontier.addLinks(
        page("http://h/", "d", Directives.NONE, link("http://h/" + "y".repeat(PageUrl.MAX_CHARS))));

    assertThat(drained()).isEmpty();
    assertThat(frontier.counts().tooLong()).isEqualTo(2);
    assertThat(frontier.counts().words()).isEqualTo("0 pages, 2 links too long");
  }

  @Test
  void aUrlThatTheAgentAddsItselfIsTakenAsItIs() {
    frontier.add("http://h/a/a/a/a/a/a?sid=0123456789abcdef");

    assertThat(drained()).containsExactly("http://h/a/a/a/a/a/a?sid=0123456789abcdef");
    assertThat(frontier.counts().hasLeftOut()).isFalse();
  }

  @Test
  void pagesThatSayNofollowOrAnotherCanonicalUrlAndEqualBodiesAreCounted() {
    frontier.addLinks(page("http://h/a", "d", asks("nofollow"), link("http://h/b")));
    frontier.isNew(page("http://h/a", "d", Directives.NONE).withCanonical("http://h/other"));
    frontier.isNew(page("http://h/c", "d", Directives.NONE).withCanonical("http://h/c"));

    assertThat(frontier.counts().words())
        .isEqualTo(
            "0 pages, 1 pages with nofollow, 1 pages with another canonical URL, 1 equal bodies");
  }

  @Test
  void linksBeyondTheLimitOfDepthAreLeftOut() {
    frontier.limitDepth(2);
    int pages = walk("http://h/", url -> page(url, url, Directives.NONE, link(url + "a")));

    assertThat(pages).isEqualTo(3);
    assertThat(frontier.counts().tooDeep()).isEqualTo(1);
  }

  @Test
  void noMorePagesAreHandedOutThanTheLimitSays() {
    frontier.limitPages(5);
    int pages =
        walk("http://h/", url -> page(url, url, Directives.NONE, link(url + "a"), link(url + "b")));

    assertThat(pages).isEqualTo(5);
    assertThat(frontier.counts().waiting()).isEqualTo(6);
    assertThatExceptionOfType(NoSuchElementException.class).isThrownBy(frontier::next);
  }

  @Test
  void urlsOfAHigherPriorityComeFirstAndThoseOfOnePriorityInTheirOrder() {
    frontier.add("http://h/low", Priority.LOW);
    frontier.add("http://h/a");
    frontier.add("http://h/high", Priority.HIGH);
    var page = page("http://h/", "d", Directives.NONE, link("http://h/news/1"), link("http://h/b"));
    frontier.addLinks(
        page, link -> link.url().contains("/news/") ? Priority.HIGH : Priority.NORMAL);
    frontier.add("http://h/c", page, Priority.LOW);

    assertThat(frontier.size()).isEqualTo(6);
    assertThat(upcoming(4))
        .containsExactly("http://h/high", "http://h/news/1", "http://h/a", "http://h/b");
    assertThat(drained())
        .containsExactly(
            "http://h/high",
            "http://h/news/1",
            "http://h/a",
            "http://h/b",
            "http://h/low",
            "http://h/c");
  }

  @Test
  void aUrlKeepsItsFirstPriority() {
    frontier.add("http://h/a", Priority.LOW);
    frontier.add("http://h/b");

    assertThat(frontier.add("http://h/a", Priority.HIGH)).isFalse();
    assertThat(drained()).containsExactly("http://h/b", "http://h/a");
  }

  @Test
  void aLinkWithoutAPriorityIsNoLinkThatWasSeen() {
    var page = page("http://h/", "d", Directives.NONE, link("http://h/a"));
    assertThatNullPointerException().isThrownBy(() -> frontier.addLinks(page, _ -> null));

    assertThat(frontier.add("http://h/a")).isTrue();
  }

  @Test
  void linksOfRepeatedBodiesComeAfterAllOthers() {
    frontier.addLinks(page("http://h/1/", "d", Directives.NONE, link("http://h/1/a")));
    frontier.addLinks(page("http://h/2/", "d", Directives.NONE, link("http://h/2/a")));
    frontier.add("http://h/low", Priority.LOW);

    assertThat(drained()).containsExactly("http://h/1/a", "http://h/low", "http://h/2/a");
  }

  @Test
  void countersOfTwoTimesGiveWhatWasCountedBetween() {
    frontier.add("http://h/a/a/a/a/a/a", page("http://h/", "d", Directives.NONE));
    var before = frontier.counts();
    frontier.add("http://h/b/b/b/b/b/b", page("http://h/", "d", Directives.NONE));
    frontier.add("http://h/");

    assertThat(frontier.counts().since(before))
        .isEqualTo(new FrontierCounts(0, 1, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0));
    assertThat(before.plus(frontier.counts().since(before))).isEqualTo(frontier.counts());
  }

  @Test
  void aLimitThatCannotBeIsRefused() {
    assertThatIllegalArgumentException().isThrownBy(() -> frontier.limitDepth(-1));
    assertThatIllegalArgumentException().isThrownBy(() -> frontier.limitPages(-1));
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

  private List<String> upcoming(int most) {
    return frontier.upcoming(most).stream().map(KnownPage::url).toList();
  }

  private List<String> drained() {
    var urls = new ArrayList<String>();
    while (frontier.hasNext()) {
      urls.add(frontier.next());
    }
    return urls;
  }

  /// Walks a site as agents do; gives the number of pages asked for.
  private int walk(String start, Function<String, Page> site) {
    int requests = 0;
    frontier.add(start);
    while (frontier.hasNext()) {
      assertThat(++requests).as("requests").isLessThan(100_000);
      frontier.addLinks(site.apply(frontier.next()));
    }
    return requests;
  }

  private static Link[] deeper(String url, String... names) {
    var directory = url.substring(0, url.lastIndexOf('/') + 1);
    return Arrays.stream(names).map(name -> link(directory + name)).toArray(Link[]::new);
  }

  private static PageStub page(String url, String digest, Directives directives, Link... links) {
    return new PageStub(url, digest, List.of(links), directives, Optional.empty());
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
