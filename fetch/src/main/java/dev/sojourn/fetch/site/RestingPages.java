package dev.sojourn.fetch.site;

import dev.sojourn.agent.PageUrl;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/// The pages for whose sake a site was left alone. One that asks for a rest again after it was
/// given one speaks for itself alone: it is missing, and the others are read. So one page that
/// never comes holds a site up once, even if the crawl is resumed in between.
///
/// May be used by any number of threads.
public final class RestingPages {
  /// The oldest are forgotten; each of them can hold its site up once more.
  static final int MOST = 64;

  private final Set<String> pages;
  private final Consumer<List<String>> keep;

  /// Creates a memory.
  ///
  /// @param pages URLs that an earlier run kept
  /// @param keep is given all URLs whenever they change; may take its time
  public RestingPages(List<String> pages, Consumer<List<String>> keep) {
    this.pages = new LinkedHashSet<>(pages);
    this.keep = keep;
  }

  /// {@return whether the site was left alone for the sake of a page}
  ///
  /// @param page of the site
  public synchronized boolean has(PageUrl page) {
    return pages.contains(page.toString());
  }

  /// Remembers a page for whose sake its site is left alone now.
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
