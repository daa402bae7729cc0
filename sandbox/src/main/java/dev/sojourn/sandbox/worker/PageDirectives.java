package dev.sojourn.sandbox.worker;

import dev.sojourn.agent.Directives;
import dev.sojourn.agent.page.PageMeta;
import dev.sojourn.robots.RobotsTag;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/// The directives of a page for the agent's product token, from its header fields and `meta`
/// elements.
final class PageDirectives {
  private PageDirectives() {}

  /// {@return the directives of a page for an agent}
  ///
  /// @param fields the values of Robots-Tag and X-Robots-Tag
  /// @param metas the named `meta` elements of the page's head
  /// @param productToken the agent's product token
  static Directives of(List<String> fields, List<PageMeta> metas, String productToken) {
    var tags = new ArrayList<RobotsTag>();
    fields.forEach(field -> tags.add(RobotsTag.parse(field)));
    for (var meta : metas) {
      if (meta.name().equalsIgnoreCase("robots") || meta.name().equalsIgnoreCase(productToken)) {
        tags.add(RobotsTag.parseMeta(meta.name(), meta.content()));
      }
    }
    var tag = RobotsTag.all(tags);
    if (tag.isEmpty()) {
      return Directives.NONE;
    }
    var rules = new TreeSet<>(tag.restrictions(productToken));
    rules.addAll(tag.unknown(productToken));
    return new Directives(rules);
  }
}
