package dev.sojourn.samples;

import dev.sojourn.kit.AgentTrial;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;

/// A site of pages with links and words at random, from a seed; some links lead nowhere.
///
/// @param pages the pages by path, as `p7.html`
public record GeneratedSite(Map<String, GeneratedPage> pages) {
  private static final String[] WORDS = {
    "robots", "agent", "host", "crawl", "page", "index", "site", "rule", "link", "token"
  };

  /// A page of the site.
  ///
  /// @param title of the page
  /// @param body its words
  /// @param links paths of the pages that it links to; some are missing
  public record GeneratedPage(String title, String body, Set<String> links) {}

  public static GeneratedSite of(int pages, long seed) {
    var random = new Random(seed);
    var made = new TreeMap<String, GeneratedPage>();
    for (int i = 0; i < pages; i++) {
      var links = new LinkedHashSet<String>();
      links.add(path(i + 1, pages));
      for (int n = 0; n < 4; n++) {
        int target = random.nextInt(pages * 5 / 4);
        links.add(target < pages ? path(target, pages) : "missing" + target + ".html");
      }
      var words = new ArrayList<String>();
      for (int n = random.nextInt(5, 60); n > 0; n--) {
        // Words differ in how often they stand.
        words.add(WORDS[random.nextInt(1 + random.nextInt(WORDS.length))]);
      }
      made.put(path(i, pages), new GeneratedPage("Page " + i, String.join(" ", words), links));
    }
    return new GeneratedSite(made);
  }

  private static String path(int page, int pages) {
    return page % pages == 0 ? "index.html" : "p" + page % pages + ".html";
  }

  /// {@return the URL at which the pages of a trial have a path}
  public static String url(String path) {
    return "http://localhost/" + path;
  }

  public void write(AgentTrial trial) {
    pages.forEach(
        (path, page) -> {
          var links = new StringBuilder();
          page.links().forEach(link -> links.append("<a href='" + link + "'>to " + link + "</a> "));
          trial.page(
              path,
              "<title>%s</title><p>%s</p><nav>%s</nav>"
                  .formatted(page.title(), page.body(), links));
        });
  }

  public List<String> paths() {
    return List.copyOf(pages.keySet());
  }
}
