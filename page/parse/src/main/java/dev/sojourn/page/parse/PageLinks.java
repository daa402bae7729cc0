package dev.sojourn.page.parse;

import dev.sojourn.agent.Link;
import dev.sojourn.agent.PageUrl;
import dev.sojourn.base.text.DeclaredType;
import dev.sojourn.page.view.ParsedPage;
import dev.sojourn.page.view.ViewLimits;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/// The links and feeds that one page names, each URL once, within [ViewLimits].
final class PageLinks {
  /// Relations whose target is a page to visit.
  private static final Set<String> FOLLOWED_RELATIONS =
      Set.of("canonical", "next", "prev", "previous", "alternate");

  /// Media types of feeds that a page may name.
  private static final Set<String> FEED_TYPES =
      Set.of("application/rss+xml", "application/atom+xml");

  private final Map<String, Link> found = new LinkedHashMap<>();
  private final Set<String> feeds = new LinkedHashSet<>();
  private final LinkRoom room;
  private int tooLong;
  private int withUser;

  /// @param meter counts the work
  PageLinks(WorkMeter meter) {
    this.room = new LinkRoom(meter);
  }

  /// {@return all that was found so far}
  ParsedPage.Links gathered() {
    return new ParsedPage.Links(List.copyOf(found.values()), List.copyOf(feeds), tooLong, withUser);
  }

  /// {@return whether there were more links and feeds than the limits allow}
  boolean isShortened() {
    return room.isOver();
  }

  /// Adds a link. If two links lead to the same page, the first text counts, and the page may be
  /// followed if either link allows it.
  ///
  /// @param resolver resolves the reference
  /// @param reference to the page
  /// @param isNofollow whether the link asks not to be followed
  /// @param text returns the text of the link; called only if the text counts
  void add(
      ReferenceResolver resolver, String reference, boolean isNofollow, Supplier<String> text) {
    var resolved = room.resolve(resolver, reference);
    if (resolved.isEmpty()) {
      tooLong += !room.isOver() && resolver.isTooLong(reference) ? 1 : 0;
      return;
    }
    withUser += resolver.namesUser(reference) ? 1 : 0;
    var url = resolved.get();
    var before = found.get(url);
    if (before != null && !before.text().isEmpty()) {
      if (before.nofollow() && !isNofollow) {
        found.put(url, new Link(url, before.text(), false));
      }
      return;
    }
    var words = text.get();
    if (!room.keep(words.length() + (before == null ? url.length() : 0))
        || (before == null && !room.hasPlace(found.size()))) {
      return;
    }
    boolean nofollow = isNofollow && (before == null || before.nofollow());
    found.put(url, new Link(before == null ? url : before.url(), words, nofollow));
  }

  /// Adds a feed.
  ///
  /// @param resolver resolves the reference
  /// @param reference to the feed
  void addFeed(ReferenceResolver resolver, String reference) {
    var resolved = room.resolve(resolver, reference);
    if (resolved.isEmpty()) {
      tooLong += !room.isOver() && resolver.isTooLong(reference) ? 1 : 0;
      return;
    }
    withUser += resolver.namesUser(reference) ? 1 : 0;
    if (!feeds.contains(resolved.get())
        && room.keep(resolved.get().length())
        && room.hasPlace(found.size() + feeds.size())) {
      feeds.add(resolved.get());
    }
  }

  /// {@return whether a relation leads to a feed that may be followed}
  ///
  /// @param relations in lower case
  /// @param type the media type of the target; may be empty
  static boolean isFeed(List<String> relations, String type) {
    return relations.contains("alternate")
        && !relations.contains("nofollow")
        && FEED_TYPES.contains(DeclaredType.of(List.of(type)).essence());
  }

  /// {@return whether a relation leads to a page, not to a feed or style sheet}
  ///
  /// @param relations in lower case
  /// @param type the media type of the target; may be empty
  static boolean isFollowed(List<String> relations, String type) {
    var essence = type.strip().toLowerCase(Locale.ROOT);
    boolean isPage =
        essence.isEmpty()
            || essence.startsWith("text/html")
            || essence.equals("application/xhtml+xml");
    return isPage
        && !relations.contains("stylesheet")
        && relations.stream().anyMatch(FOLLOWED_RELATIONS::contains);
  }

  /// Adds the pages and feeds that fields of the answer name. `Refresh` and `Link` have the meaning
  /// of the elements `meta` and `link`.
  ///
  /// @param url the URL of the page
  /// @param refresh the value of the field, if there is one
  /// @param fields the links of the fields `Link`
  void addFields(PageUrl url, Optional<String> refresh, LinkFields fields) {
    var resolver = ReferenceResolver.ofFields(url);
    refresh
        .flatMap(RefreshTarget::parse)
        .ifPresent(reference -> add(resolver, reference, false, () -> ""));
    for (var link : fields.links()) {
      if (isFollowed(link.relations(), link.type())) {
        add(resolver, link.reference(), link.relations().contains("nofollow"), () -> "");
      } else if (isFeed(link.relations(), link.type())) {
        addFeed(resolver, link.reference());
      }
    }
  }
}
