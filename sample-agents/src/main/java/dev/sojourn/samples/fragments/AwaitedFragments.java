package dev.sojourn.samples.fragments;

import dev.sojourn.agent.tree.FragmentLink;
import dev.sojourn.agent.tree.PageElement;
import dev.sojourn.samples.FindingRoom;
import java.util.LinkedHashMap;
import java.util.Map;

/// The places in pages that links lead to and that were not checked yet, each with its first link.
/// It counts its characters, so that its owner keeps the state small.
final class AwaitedFragments {
  /// Enough to recognise a link.
  private static final int MAX_TEXT_BYTES = 600;

  private final Map<String, Map<String, FirstLink>> byPage = new LinkedHashMap<>();
  private long chars;

  /// A link.
  ///
  /// @param page the page that contains it
  /// @param text the beginning of its text
  record FirstLink(String page, String text) {
    int chars() {
      return page.length() + text.length();
    }
  }

  /// Adds the place that a link leads to. Only the text of its first link is read.
  void add(FragmentLink link, String page, PageElement element) {
    var places = byPage.get(link.url());
    if (places == null) {
      places = new LinkedHashMap<>();
      byPage.put(link.url(), places);
      chars += link.url().length();
    }
    if (!places.containsKey(link.fragment())) {
      var text = new FindingRoom(MAX_TEXT_BYTES).text(element.text(), MAX_TEXT_BYTES);
      var place = new FirstLink(page, text);
      places.put(link.fragment(), place);
      chars += link.fragment().length() + place.chars();
    }
  }

  /// Removes the places of a page.
  ///
  /// @return the first link to each place
  Map<String, FirstLink> remove(String url) {
    var places = byPage.remove(url);
    if (places == null) {
      return Map.of();
    }
    chars -= url.length();
    places.forEach((fragment, place) -> chars -= fragment.length() + place.chars());
    return places;
  }

  /// {@return the page that has waited longest}
  String oldest() {
    return byPage.keySet().iterator().next();
  }

  boolean isEmpty() {
    return byPage.isEmpty();
  }

  long chars() {
    return chars;
  }
}
