package dev.sojourn.visit.trial;

import dev.sojourn.agent.PageChanges;
import dev.sojourn.agent.PageChanges.Kind;
import dev.sojourn.agent.PageChanges.PageChange;
import dev.sojourn.agent.PageUrl;
import dev.sojourn.sandbox.VisitServices;
import dev.sojourn.visit.content.ContentSource.PageFilter;
import dev.sojourn.visit.content.FolderIndex;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;

/// The pages of a folder at one moment. Two snapshots show the changes, as at a host.
///
/// @param stamps the stamps of the files, by the URLs of their pages, in order
public record FolderSnapshot(Map<PageUrl, Long> stamps) {
  private static final Comparator<PageUrl> BY_TEXT = Comparator.comparing(PageUrl::toString);

  /// Copies the map.
  public FolderSnapshot {
    var copy = new TreeMap<PageUrl, Long>(BY_TEXT);
    copy.putAll(stamps);
    stamps = copy;
  }

  /// Lists a folder.
  ///
  /// @param folder the files of the folder
  /// @param origin the origin of the site
  static FolderSnapshot of(FolderIndex folder, String origin) throws IOException {
    var stamps = new TreeMap<PageUrl, Long>(BY_TEXT);
    var waiting = new ArrayDeque<List<String>>();
    waiting.add(List.of());
    while (!waiting.isEmpty()) {
      var directory = waiting.remove();
      for (var listing : folder.list(directory).stream().toList()) {
        for (var file : listing.files().entrySet()) {
          folder
              .url(origin, directory, file.getKey())
              .ifPresent(url -> stamps.put(url, file.getValue()));
        }
        for (var name : listing.directories()) {
          var below = new ArrayList<>(directory);
          below.add(name);
          waiting.add(below);
        }
      }
    }
    return new FolderSnapshot(stamps);
  }

  /// {@return the pages that changed}
  ///
  /// @param later the folder at a later moment
  /// @param filter the pages that may be listed
  PageChanges changesTo(FolderSnapshot later, PageFilter filter) throws InterruptedException {
    var changes = new ArrayList<PageChange>();
    long chars = 0;
    var urls = new TreeSet<>(BY_TEXT);
    urls.addAll(stamps.keySet());
    urls.addAll(later.stamps.keySet());
    for (var url : urls) {
      var kind = kind(at(url), later.at(url));
      if (kind.isPresent() && filter.admits(url)) {
        chars += url.toString().length();
        if (changes.size() == VisitServices.MAX_CHANGED_PAGES
            || chars > VisitServices.MAX_CHANGED_URL_CHARS) {
          return new PageChanges.Reported(changes, false);
        }
        changes.add(new PageChange(url.toString(), kind.get()));
      }
    }
    return new PageChanges.Reported(changes, true);
  }

  private Optional<Long> at(PageUrl url) {
    return Optional.ofNullable(stamps.get(url));
  }

  private static Optional<Kind> kind(Optional<Long> before, Optional<Long> now) {
    if (now.isEmpty()) {
      return Optional.of(Kind.GONE);
    }
    if (before.isEmpty()) {
      return Optional.of(Kind.NEW);
    }
    return before.equals(now) ? Optional.empty() : Optional.of(Kind.CHANGED);
  }
}
