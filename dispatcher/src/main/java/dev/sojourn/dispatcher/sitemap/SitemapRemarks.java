package dev.sojourn.dispatcher.sitemap;

import dev.sojourn.agent.PageUrl;
import dev.sojourn.base.text.ForeignText;
import dev.sojourn.base.text.Messages;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// The remarks on the sitemaps of a site: a counter for each reason for an omission, and a sentence
/// for each counter. Confined to one thread.
final class SitemapRemarks {
  private static final int MAX_CHARS = 300;

  /// The limit of origins with a counter of their own; a site may name any number.
  private static final int MAX_ORIGINS = 1_000;

  private final String origin;
  private final Map<String, Long> outside = new HashMap<>();
  private Optional<String> firstUnread = Optional.empty();
  private Optional<String> firstElsewhere = Optional.empty();
  private Optional<String> firstCut = Optional.empty();
  private boolean isWhole = true;
  private long unread;
  private long elsewhere;
  private long cut;
  private long noUrls;
  private long outsidePages;
  private long disallowed;
  private long left;
  private long notAsked;
  private long maxPages;
  private long tooMany;
  private long maxSitemaps;

  SitemapRemarks(String origin) {
    this.origin = origin;
  }

  /// @param isForGood whether a later attempt would fail too
  void addUnread(PageUrl sitemap, String clause, boolean isForGood) {
    unread++;
    isWhole &= isForGood;
    firstUnread = firstUnread.or(() -> Optional.of("%s (%s)".formatted(shown(sitemap), clause)));
  }

  void addElsewhere(PageUrl sitemap) {
    elsewhere++;
    firstElsewhere = firstElsewhere.or(() -> Optional.of(shown(sitemap)));
  }

  void addCut(PageUrl sitemap) {
    cut++;
    firstCut = firstCut.or(() -> Optional.of(shown(sitemap)));
  }

  void addNoUrl() {
    noUrls++;
  }

  void addOutside(String other) {
    outsidePages++;
    if (outside.size() < MAX_ORIGINS || outside.containsKey(other)) {
      outside.merge(other, 1L, Long::sum);
    }
  }

  void addDisallowed() {
    disallowed++;
  }

  void addTooMany(int most) {
    tooMany++;
    maxSitemaps = most;
  }

  void addLeft(int most) {
    left++;
    maxPages = most;
  }

  void addNotAsked() {
    notAsked++;
  }

  /// {@return whether a later attempt would read no more}
  boolean isWhole() {
    return isWhole;
  }

  /// {@return a sentence for each counter that is not 0}
  List<String> sentences() {
    var sentences = new ArrayList<String>();
    if (unread > 0) {
      sentences.add(
          "%s of %s could not be read%s: %s."
              .formatted(
                  Messages.count(unread, "sitemap"),
                  origin,
                  isWhole ? "" : ", and --resume asks again",
                  firstUnread.orElse("")));
    }
    if (elsewhere > 0) {
      sentences.add(
          "%s names %s of other sites, which were not asked for: %s; name that site as a start URL too."
              .formatted(origin, Messages.count(elsewhere, "sitemap"), firstElsewhere.orElse("")));
    }
    if (cut > 0) {
      sentences.add(
          "%s of %s has more than 50,000 entries or breaks off, and was read up to there: %s."
              .formatted(Messages.count(cut, "sitemap"), origin, firstCut.orElse("")));
    }
    addPages(sentences);
    addBounds(sentences);
    return sentences.stream().map(text -> ForeignText.of(text).line(3 * MAX_CHARS)).toList();
  }

  private void addBounds(List<String> sentences) {
    if (left > 0) {
      sentences.add(
          "The sitemaps of %s name more than the %s that a crawl takes from them, of 256 characters each on average; %s and %s were left out."
              .formatted(
                  origin,
                  Messages.count(maxPages, "page"),
                  Messages.count(left, "page"),
                  Messages.count(notAsked, "sitemap")));
    }
    if (tooMany > 0) {
      sentences.add(
          "%s has more than %s; %s were left out."
              .formatted(
                  origin,
                  Messages.count(maxSitemaps, "sitemap"),
                  Messages.count(tooMany, "sitemap")));
    }
  }

  private void addPages(List<String> sentences) {
    if (noUrls > 0) {
      sentences.add(
          "%s in the sitemaps of %s could not be used, since they are no URLs of at most 8 KiB."
              .formatted(Messages.count(noUrls, "item"), origin));
    }
    if (disallowed > 0) {
      sentences.add(
          "%s in the sitemaps of %s were not visited, since robots.txt disallows them."
              .formatted(Messages.count(disallowed, "page"), origin));
    }
    if (outsidePages > 0) {
      var most = outside.entrySet().stream().max(Map.Entry.comparingByValue()).orElseThrow();
      sentences.add(
          "%s in the sitemaps of %s are of other sites, %s of them of %s, which is not in this crawl; name it as a start URL too."
              .formatted(
                  Messages.count(outsidePages, "page"),
                  origin,
                  String.format(Locale.ROOT, "%,d", most.getValue()),
                  ForeignText.of(most.getKey()).line(MAX_CHARS)));
    }
  }

  private static String shown(PageUrl url) {
    return ForeignText.of(url.toString()).line(MAX_CHARS);
  }
}
