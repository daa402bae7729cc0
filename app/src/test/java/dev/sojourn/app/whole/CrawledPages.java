package dev.sojourn.app.whole;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.MultiBits;
import org.apache.lucene.store.FSDirectory;

/// The URLs in an index, as Lucene itself reads them.
///
/// @param urls each as often as it stands there
record CrawledPages(List<String> urls) {

  static CrawledPages in(Path index) throws IOException {
    var urls = new ArrayList<String>();
    try (var directory = FSDirectory.open(index);
        var reader = DirectoryReader.open(directory)) {
      var live = MultiBits.getLiveDocs(reader);
      var stored = reader.storedFields();
      for (int doc = 0; doc < reader.maxDoc(); doc++) {
        if (live == null || live.get(doc)) {
          urls.add(stored.document(doc, Set.of("url")).get("url"));
        }
      }
    }
    return new CrawledPages(urls);
  }

  /// {@return those of one site}
  CrawledPages of(String origin) {
    return new CrawledPages(urls.stream().filter(url -> url.startsWith(origin + "/")).toList());
  }

  /// Holds the index against a walk of the files. It has no page that the walk did not reach, none
  /// twice, and in each part of the site one page for each different body.
  void areThoseOf(SiteWalk walk, String origin) {
    assertThat(urls).doesNotHaveDuplicates();
    var paths = urls.stream().map(url -> pathOf(url, origin)).toList();
    assertThat(walk.pages()).containsKeys(paths.toArray(String[]::new));
    walk.byRoute()
        .forEach(
            (route, pages) -> {
              var bodies = paths.stream().filter(pages::containsKey).map(pages::get).toList();
              assertThat(bodies).describedAs("bodies at %s", route).doesNotHaveDuplicates();
              var missing = new HashSet<>(pages.values());
              bodies.forEach(missing::remove);
              assertThat(
                      pages.entrySet().stream()
                          .filter(page -> missing.contains(page.getValue()))
                          .map(page -> page.getKey()))
                  .describedAs("pages at %s that were not found", route)
                  .isEmpty();
            });
  }

  private static String pathOf(String url, String origin) {
    assertThat(url).startsWith(origin + "/");
    return url.substring(origin.length());
  }
}
