package dev.sojourn.fetch.site;

import dev.sojourn.agent.PageUrl;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/// The pages that made a site rest. If such a page asks for a rest again, the site does not rest:
/// that page is missing, and the others are read. So a page delays its site once, even if the crawl
/// is resumed in between.
///
/// May be used by any number of threads.
public final class RestingPages {
  /// The limit of pages. A page beyond it replaces the oldest, which can then delay its site once
  /// more.
  static final int MOST = 64;

  private final Set<String> pages;
  private final Consumer<List<String>> keep;

  /// Creates a memory.
  ///
  /// @param pages URLs that an earlier run kept
  /// @param keep receives all URLs after each change; may be slow
  public RestingPages(List<String> pages, Consumer<List<String>> keep) {
    this.pages = new LinkedHashSet<>(pages);
    this.keep = keep;
  }

  /// {@return whether a page made the site rest before}
  ///
  /// @param page of the site
  public synchronized boolean has(PageUrl page) {
    return pages.contains(page.toString());
  }

  /// Remembers a page that makes its site rest now.
  ///
  /// @param page of the site
  public synchronized void add(PageUrl page) {
    if (pages.add(page.toString())) {
      if (pages.size() > MOST) {
        pages.remove(pages.iterator().next());
      }
      keep.accept(new ArrayList<>(pages));
    }
  }

  /// Forgets a page that gave another answer.
  ///
  /// @param page of the site
  public synchronized void remove(PageUrl page) {
    if (!pages.isEmpty() && pages.remove(page.toString())) {
      keep.accept(new ArrayList<>(pages));
    }
  }
}
